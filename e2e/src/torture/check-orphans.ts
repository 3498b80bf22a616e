import { trashPages, type BlobStore } from '@bridge/blobs';
import { namedObjects, publicationStates, sweepObjects } from '@bridge/builder';
import { makeRequest, MemoryBus } from '@bridge/bus';
import { BUILDER } from '@bridge/contracts';
import { type DatabaseClient, sql } from '@bridge/db';
import { randomIds, systemClock } from '@bridge/kernel';
import { sweepSnapshots } from '@bridge/publisher';
import type { TortureRunHistory } from './history.ts';

/**
 * A minimum age with which the sweep removes every unreferenced object at once. It is negative, because the blob store's clock
 * may be up to a minute behind.
 */
const NO_GRACE_MS = -600_000;

async function toTheEnd(
  pass: (after: string | undefined) => Promise<{ readonly next: string | undefined }>,
): Promise<void> {
  let after: string | undefined;
  do {
    after = (await pass(after)).next;
  } while (after !== undefined);
}

/**
 * Runs the publisher's sweep without the services: a memory bus answers its request for publication states with the builder's
 * function.
 */
async function sweepSnap(db: DatabaseClient, blobs: BlobStore): Promise<void> {
  const bus = new MemoryBus();
  bus.subscribe(BUILDER.publicationsState.subject, 'builder', (message) => {
    const { input } = JSON.parse(Buffer.from(message.data).toString('utf8')) as {
      readonly input: { readonly publication_ids: readonly string[] };
    };
    void publicationStates(db, input.publication_ids).then((states) =>
      message.respond(Buffer.from(JSON.stringify({ ok: true, result: { states } }))),
    );
  });
  const deps = {
    blobs,
    request: makeRequest(bus, systemClock),
    ids: randomIds,
  };
  await toTheEnd((after) => sweepSnapshots(deps, after, NO_GRACE_MS));
  await bus.close();
}

/** Checks promise I7: the trash contains no object that a database row names. */
async function checkTrash(
  db: DatabaseClient,
  blobs: BlobStore,
  history: TortureRunHistory,
): Promise<void> {
  for await (const page of trashPages(blobs)) {
    for (const object of await namedObjects(db, [...page.values()]))
      history.find({ promise: 'I7', what: `${object} is in the trash, and a row refers to it` });
  }
}

/**
 * Checks promise I7: with no minimum age, the product's sweeps remove all unreferenced objects and no other ones. Returns the
 * number of removed objects.
 */
export async function checkOrphans(
  db: DatabaseClient,
  blobs: BlobStore,
  history: TortureRunHistory,
): Promise<number> {
  const stored = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (const folder of ['body/', 'ingest/', 'snap/'])
      for await (const { key } of blobs.list(folder)) keys.push(key);
    return keys;
  };
  const before = (await stored()).length;
  // No call is in flight, so the remaining permissions to store a body (admissions) belong to failed calls. They are removed
  // although they are young.
  await db.rows(sql`delete from builder.admission`);
  const needs = { db, blobs, now: systemClock.now() };
  await toTheEnd((after) => sweepObjects(needs, 'body', after, NO_GRACE_MS));
  await toTheEnd((after) => sweepObjects(needs, 'ingest', after, NO_GRACE_MS));
  await sweepSnap(db, blobs);
  const rows = await db.rows(
    sql<{ object: string }>`select object from builder.revision where object is not null
      union select layers_object from builder.revision where layers_object is not null
      union select unnest(array[page_object, br_object, gzip_object, archive_object]) from builder.snapshot`,
  );
  const named = new Set(rows.map(({ object }) => object));
  const left = await stored();
  for (const object of left) {
    if (!named.has(object))
      history.find({ promise: 'I7', what: `${object} stays, and nothing refers to it` });
  }
  await checkTrash(db, blobs, history);
  return before - left.length;
}
