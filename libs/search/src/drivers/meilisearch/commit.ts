import type { ServingIndexVersionSummary } from '../../index-info.ts';
import {
  type MeilisearchIndexNames,
  readVersionFacts,
  VERSION_FACTS,
  type IndexVersionSummary,
} from './attachments.ts';
import type { MeilisearchClient } from './engine.ts';
import { sourcesOf } from './find-in.ts';
import type { NextVersionAttachmentSender } from './next-attachments.ts';
import { swapIndexes } from './swap.ts';
import { ATTACHMENT_SETTINGS, REFERENCE_SETTINGS } from './settings.ts';

/** Creates the empty Meilisearch indexes in which a build makes the next version. Removes those of an earlier build. */
export async function createNext(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
): Promise<void> {
  await removeNext(engine, names);
  // The settings are stored before any document, because a later change would make Meilisearch index all documents again.
  await engine.create(names.next, 'key', REFERENCE_SETTINGS);
  await engine.create(names.nextAttachments, 'key', ATTACHMENT_SETTINGS);
}

/** Removes the Meilisearch indexes of the version that is being built, if they exist. */
export async function removeNext(
  engine: MeilisearchClient,
  { next, nextAttachments }: MeilisearchIndexNames,
) {
  await engine.remove(next);
  await engine.remove(nextAttachments);
}

/**
 * Stores name, size and build time of the next version, whose documents Meilisearch has all indexed, and makes it the serving
 * version.
 */
export async function commitNext(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
  attachments: NextVersionAttachmentSender,
  { version, builtAt, previous }: Omit<IndexVersionSummary, 'documents'>,
): Promise<ServingIndexVersionSummary> {
  const documents = await engine.count(names.next);
  const facts: IndexVersionSummary = { version, documents, builtAt, previous };
  const sources = await sourcesOf(engine, names.next);
  await attachments.set(VERSION_FACTS, Buffer.from(JSON.stringify(facts)));
  await attachments.flush();
  await serveNext(engine, names, facts);
  return { ...facts, trouble: null, sources };
}

/** Makes the version that was built the serving one, and the version that served the previous one. */
async function serveNext(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
  { version, previous: before }: IndexVersionSummary,
): Promise<void> {
  const { serving, servingAttachments, previous, previousAttachments, next, nextAttachments } =
    names;
  await createMissing(engine, serving, servingAttachments);
  await createMissing(engine, previous, previousAttachments);
  await swapIndexes(
    engine,
    [
      [serving, next],
      [servingAttachments, nextAttachments],
    ],
    { attachmentsUid: servingAttachments, version },
  );
  // The new version serves now. A Meilisearch task cannot swap the same index twice, so a second task moves the old version to
  // `previous`. If this process ends before that, `finishCommit` sends the second task.
  await movePrevious(engine, names, before);
}

/**
 * Completes a commit whose process was killed between its two index swaps: until the second one the `next` indexes contain the
 * old version, whose documents a resumed build would treat as its own. Can be repeated.
 */
export async function finishCommit(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
): Promise<void> {
  if (!(await existsNow(engine, names.nextAttachments))) return;
  const left = await readVersionFacts(engine, names.nextAttachments);
  const serving = await readVersionFacts(engine, names.servingAttachments);
  if (left !== null && serving?.previous === left.version)
    await movePrevious(engine, names, left.version);
}

/** True when an index exists after all pending swaps and deletions in Meilisearch's queue. */
export async function existsNow(engine: MeilisearchClient, uid: string): Promise<boolean> {
  if (!(await engine.has(uid))) return false;
  await engine.swapsDone();
  return await engine.has(uid);
}

async function movePrevious(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
  version: string | null,
): Promise<void> {
  await swapIndexes(
    engine,
    [
      [names.previous, names.next],
      [names.previousAttachments, names.nextAttachments],
    ],
    { attachmentsUid: names.previousAttachments, version },
  );
  await removeNext(engine, names);
}

async function createMissing(
  engine: MeilisearchClient,
  uid: string,
  attachmentsUid: string,
): Promise<void> {
  if (!(await engine.has(uid))) await engine.create(uid, 'key', REFERENCE_SETTINGS);
  if (!(await engine.has(attachmentsUid)))
    await engine.create(attachmentsUid, 'key', ATTACHMENT_SETTINGS);
}
