import type { Clock } from '@bridge/kernel';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';
import { SimulatedMeilisearchServer } from './engine-model.fixture.ts';
import type { MeilisearchSearchIndex } from './meilisearch-index.ts';
import { document, type RecordedExchange, RECORDED } from './recorded-engine.fixture.ts';

const engines: SimulatedMeilisearchServer[] = [];
afterEach(() => {
  for (const one of engines.splice(0)) one.stop();
});

async function engine(): Promise<SimulatedMeilisearchServer> {
  const model = new SimulatedMeilisearchServer();
  engines.push(model);
  await model.start();
  return model;
}

const HOUR_MS = 3_600_000;
let hours = 0;
/** Returns a clock that is an hour ahead of the clock of the previous import. */
const later = (): Clock => {
  const now = Date.UTC(2026, 0, 1) + ++hours * HOUR_MS;
  return { now: () => now, monotonic: () => 0 };
};

const titled = (id: string): SearchDocument => ({
  ...document,
  id,
  hash: `hash of ${id}`,
  fields: SEARCH_FIELDS.map((field) => (field === 'title' ? id : '')),
});
/**
 * The test kills an import at each of this number of last requests: all requests after the first swap of the commit, and some
 * before it.
 */
const COMMIT_REQUESTS = 14;
const OLD = ['a:1', 'a:2'];
const NEW = ['b:1'];
/** The expected documents of each version, by version name. */
const HOLDS: Readonly<Record<string, readonly string[]>> = { one: OLD, two: NEW, three: NEW };

async function importAs(
  index: MeilisearchSearchIndex,
  version: string,
  resume: boolean,
  mode: 'swap' | 'merge' = 'swap',
): Promise<void> {
  const build = await index.build({ mode, version, resume });
  await build.put({ documents: (HOLDS[version] ?? []).map(titled) });
  await build.commit();
}

async function idsIn(index: MeilisearchSearchIndex): Promise<readonly string[]> {
  const { candidates } = await index.find([{ all: [], limit: 10 }], { enough: 10 });
  return candidates.map(({ id }) => id).sort();
}

/**
 * Imports version one, then version two without the records of version one. Kills the second import at request number `kill`;
 * null: lets it finish.
 */
async function killedAt(kill: number | null): Promise<SimulatedMeilisearchServer> {
  const model = await engine();
  await importAs(model.open(later()), 'one', false);
  model.killAt(kill);
  const killed = importAs(model.open(later()), 'two', false);
  if (kill === null) await killed;
  else await killed.catch(() => undefined);
  return model;
}

describe('an import with --swap', () => {
  // Verifies: search.killed-import.
  test('killed at any request and resumed brings back no record that it dropped, and keeps the version before', async () => {
    const undisturbed = await killedAt(null);
    const requests = undisturbed.requests;
    expect(requests).toBeGreaterThan(20);
    for (let at = 0; at < requests; at++) {
      const model = await killedAt(at);
      model.killAt(null);
      const index = model.open(later());
      await importAs(index, 'three', true);
      expect([at, await idsIn(index)]).toEqual([at, NEW]);
      const info = await index.info();
      expect(info?.documents).toBe(NEW.length);
      expect(await index.rollback()).toBe(true);
      const back = (await index.info())?.version ?? '';
      expect([at, back]).toEqual([at, info?.previous]);
      expect([at, await idsIn(index)]).toEqual([at, HOLDS[back]]);
      model.stop();
    }
  }, 240_000);

  // Verifies: search.killed-import.
  test('killed between its swaps is rolled back to the version before it', async () => {
    const { requests } = await killedAt(null);
    let tried = 0;
    for (let at = requests - COMMIT_REQUESTS; at < requests; at++) {
      const cut = await killedAt(at);
      cut.killAt(null);
      const index = cut.open(later());
      // Only a kill after the first swap of the commit leaves version two serving; other kills are skipped.
      const before = await index.info();
      if (before?.version !== 'two') continue;
      tried += 1;
      expect(await index.rollback()).toBe(true);
      expect([at, await idsIn(index)]).toEqual([at, OLD]);
      cut.stop();
    }
    // The kills cover the time between the swaps, after the second one, and each request that drops old indexes.
    expect(tried).toBeGreaterThan(4);
  }, 120_000);

  test('is served, and rolled back, by a key that does not see the tasks of swaps', async () => {
    const model = await engine();
    model.hideSwaps();
    await importAs(model.open(later()), 'one', false);
    await importAs(model.open(later()), 'two', false);
    const index = model.open(later());
    expect(await index.info()).toMatchObject({ version: 'two', previous: 'one' });
    expect(await idsIn(index)).toEqual(NEW);
    expect(await index.rollback()).toBe(true);
    expect(await idsIn(index)).toEqual(OLD);
  });

  test('is refused while the commit of another may still be under way', async () => {
    const model = await killedAt(null);
    const clock = later();
    const committing = importAs(model.open(clock), 'three', false);
    await expect(committing).resolves.toBeUndefined();
    // Simulates a kill before the commit removes the indexes of the next version: they exist again.
    model.answer('POST', '/indexes', { uid: 'refs-next' });
    model.answer('POST', '/indexes', { uid: 'refs-next-side' });
    model.answer('GET', '/tasks/9999', undefined);
    const other = importAs(model.open(clock), 'two', false);
    await expect(other).rejects.toMatchObject({ reason: 'building' });
  });
});

describe('a removal', () => {
  const removeFirst = async (index: MeilisearchSearchIndex, version: string): Promise<void> => {
    const build = await index.build({ mode: 'merge', version, resume: false });
    await build.remove(['a:1']);
    await build.commit();
  };

  test('killed at any request leaves the old version or the whole new one, and succeeds when it is repeated', async () => {
    const prepared = async (): Promise<SimulatedMeilisearchServer> => {
      const model = await engine();
      await importAs(model.open(later()), 'one', false);
      return model;
    };
    const undisturbed = await prepared();
    undisturbed.killAt(null);
    await removeFirst(undisturbed.open(later()), 'two');
    const { requests } = undisturbed;
    expect(requests).toBeGreaterThan(20);
    for (let at = 0; at < requests; at++) {
      const model = await prepared();
      model.killAt(at);
      await removeFirst(model.open(later()), 'two').catch(() => undefined);
      model.killAt(null);
      const index = model.open(later());
      const version = (await index.info())?.version;
      expect([at, await idsIn(index)]).toEqual([at, version === 'two' ? ['a:2'] : OLD]);
      await removeFirst(index, 'three');
      expect([at, await idsIn(index)]).toEqual([at, ['a:2']]);
      model.stop();
    }
  }, 240_000);
});

test('the model of the engine answers the recorded import as the real one did', () => {
  const recorded = JSON.parse(readFileSync(RECORDED.import, 'utf8')) as readonly RecordedExchange[];
  const model = new SimulatedMeilisearchServer();
  for (const { request, reply } of recorded) {
    const answer = model.answer(request.method, request.path, request.body);
    expect([request.path, answer.status]).toEqual([request.path, reply.status]);
    const said = answer.body as Record<string, unknown>;
    const real = reply.body as Record<string, unknown>;
    for (const member of ['taskUid', 'uid', 'status', 'type', 'code', 'numberOfDocuments'])
      if (member in said && reply.status < 400) expect(said[member]).toEqual(real[member]);
    if (reply.status >= 400) expect(said['code']).toBe(real['code']);
  }
});
