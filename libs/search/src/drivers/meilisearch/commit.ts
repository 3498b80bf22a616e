import type { IndexInfo } from '../../index-info.ts';
import {
  type IndexNames,
  readVersionFacts,
  VERSION_FACTS,
  type VersionFacts,
} from './attachments.ts';
import type { EngineClient } from './engine.ts';
import { sourcesOf } from './find-in.ts';
import type { NextAttachments } from './next-attachments.ts';
import { swapIndexes } from './swap.ts';
import { ATTACHMENT_SETTINGS, REFERENCE_SETTINGS } from './settings.ts';

/** Creates the empty indexes of the next version. */
export async function createNext(engine: EngineClient, names: IndexNames): Promise<void> {
  await removeNext(engine, names);
  // Settings are set before documents, because changing them later would index all documents again.
  await engine.create(names.next, 'key', REFERENCE_SETTINGS);
  await engine.create(names.nextAttachments, 'key', ATTACHMENT_SETTINGS);
}

/** Removes the indexes of the next version, if they exist. */
export async function removeNext(engine: EngineClient, { next, nextAttachments }: IndexNames) {
  await engine.remove(next);
  await engine.remove(nextAttachments);
}

/** Stores the facts of the completely indexed next version and makes it the serving version. */
export async function commitNext(
  engine: EngineClient,
  names: IndexNames,
  attachments: NextAttachments,
  { version, builtAt, previous }: Omit<VersionFacts, 'documents'>,
): Promise<IndexInfo> {
  const documents = await engine.count(names.next);
  const facts: VersionFacts = { version, documents, builtAt, previous };
  const sources = await sourcesOf(engine, names.next);
  await attachments.set(VERSION_FACTS, Buffer.from(JSON.stringify(facts)));
  await attachments.flush();
  await serveNext(engine, names, facts);
  return { ...facts, trouble: null, sources };
}

/** Makes the next version the serving one and the serving one the previous one. */
async function serveNext(
  engine: EngineClient,
  names: IndexNames,
  { version, previous: before }: VersionFacts,
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
  // The new version serves now. A task cannot swap the same index twice, so a second task moves the old version to `previous`.
  // If this process ends before that, `finishCommit` sends the second task.
  await movePrevious(engine, names, before);
}

/**
 * Completes a commit that was killed between its two swaps: until the second swap the `next` indexes contain the old version,
 * whose documents a resumed build would treat as its own. Can be repeated.
 */
export async function finishCommit(engine: EngineClient, names: IndexNames): Promise<void> {
  if (!(await existsNow(engine, names.nextAttachments))) return;
  const left = await readVersionFacts(engine, names.nextAttachments);
  const serving = await readVersionFacts(engine, names.servingAttachments);
  if (left !== null && serving?.previous === left.version)
    await movePrevious(engine, names, left.version);
}

/** True when an index exists after all pending swaps and deletions in Meilisearch's queue. */
export async function existsNow(engine: EngineClient, uid: string): Promise<boolean> {
  if (!(await engine.has(uid))) return false;
  await engine.swapsDone();
  return await engine.has(uid);
}

async function movePrevious(
  engine: EngineClient,
  names: IndexNames,
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
  engine: EngineClient,
  uid: string,
  attachmentsUid: string,
): Promise<void> {
  if (!(await engine.has(uid))) await engine.create(uid, 'key', REFERENCE_SETTINGS);
  if (!(await engine.has(attachmentsUid)))
    await engine.create(attachmentsUid, 'key', ATTACHMENT_SETTINGS);
}
