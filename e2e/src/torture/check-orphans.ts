import type { BlobStore } from '@bridge/blobs';
import { publicationStates, sweepObjects } from '@bridge/builder';
import { makeRequest, MemoryBus } from '@bridge/bus';
import { builderPublicationsState } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { randomIds, systemClock } from '@bridge/kernel';
import { sweepSnapshots } from '@bridge/publisher';
import { sql } from 'kysely';
import type { History } from './history.ts';

/** No grace at all: what is stored now is old. */
const NO_GRACE_MS = -60_000;

async function toTheEnd(
  pass: (after: string | undefined) => Promise<{ readonly next: string | undefined }>,
): Promise<void> {
  let after: string | undefined;
  do {
    after = (await pass(after)).next;
  } while (after !== undefined);
}

/** The publisher's sweep asks what became of each publication; here its own look-up answers, without a service. */
async function sweepSnap(db: Db, blobs: BlobStore): Promise<void> {
  const bus = new MemoryBus();
  bus.subscribe(builderPublicationsState.subject, 'builder', (message) => {
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
    clock: systemClock,
    ids: randomIds,
  };
  await toTheEnd((after) => sweepSnapshots(deps, after, NO_GRACE_MS));
  await bus.close();
}

/**
 * I7: the product's own sweeps, without their grace, leave nothing in the store that nothing refers to; returns how many
 * objects they removed.
 */
export async function checkOrphans(db: Db, blobs: BlobStore, history: History): Promise<number> {
  const stored = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (const folder of ['body/', 'ingest/', 'snap/'])
      for await (const { key } of blobs.list(folder)) keys.push(key);
    return keys;
  };
  const before = (await stored()).length;
  const needs = { db, blobs, clock: systemClock };
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
  return before - left.length;
}
