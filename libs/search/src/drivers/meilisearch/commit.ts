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
import { ATTACHMENT_SETTINGS, REFERENCE_SETTINGS } from './settings.ts';

/** Creates the empty indexes of the next version. */
export async function createNext(engine: EngineClient, names: IndexNames): Promise<void> {
  await removeNext(engine, names);
  // Settings before documents: a later change of settings would index all documents again.
  await engine.create(names.next, 'key', REFERENCE_SETTINGS);
  await engine.create(names.nextAttachments, 'key', ATTACHMENT_SETTINGS);
}

/** Removes the indexes of the next version. */
export async function removeNext(engine: EngineClient, { next, nextAttachments }: IndexNames) {
  await engine.remove(next);
  await engine.remove(nextAttachments);
}

/** Stores the facts of the next version, whose documents are all indexed, and serves it. */
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
  await serveNext(engine, names);
  return { ...facts, trouble: null, sources };
}

/** Serves the next version and keeps the serving one as the previous. */
async function serveNext(engine: EngineClient, names: IndexNames): Promise<void> {
  const { serving, servingAttachments, previous, previousAttachments, next, nextAttachments } =
    names;
  await createMissing(engine, serving, servingAttachments);
  await createMissing(engine, previous, previousAttachments);
  await engine.swap([
    [serving, next],
    [servingAttachments, nextAttachments],
  ]);
  // From here on the new version serves. The engine refuses an index in two pairs of one task, so a second task moves the
  // old version from `next` to `previous`. When this process ends between them, `finishCommit` sends the second one.
  await movePrevious(engine, names);
}

/**
 * Finishes a commit that was killed between its two swaps: the indexes of the next version then hold the previous one, and a
 * resumed build would take its documents for its own. Idempotent.
 */
export async function finishCommit(engine: EngineClient, names: IndexNames): Promise<void> {
  if (!(await existsNow(engine, names.nextAttachments))) return;
  const left = await readVersionFacts(engine, names.nextAttachments);
  const serving = await readVersionFacts(engine, names.servingAttachments);
  if (left !== null && serving?.previous === left.version) await movePrevious(engine, names);
}

/** Whether an index exists once the swaps and deletions are done that a killed process sent. */
export async function existsNow(engine: EngineClient, uid: string): Promise<boolean> {
  if (!(await engine.has(uid))) return false;
  await engine.swapsDone();
  return await engine.has(uid);
}

async function movePrevious(engine: EngineClient, names: IndexNames): Promise<void> {
  await engine.swap([
    [names.previous, names.next],
    [names.previousAttachments, names.nextAttachments],
  ]);
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
