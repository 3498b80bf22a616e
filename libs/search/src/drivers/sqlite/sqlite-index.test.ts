import { systemClock } from '@bridge/kernel';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { searchConformance } from '../../conformance.ts';
import { openSearch } from '../../open-search.ts';
import type { IndexBuild } from '../../index-build.ts';
import type { QueryInterpretation } from '../../interpretation.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'bridge-search-'));
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

searchConformance('SQLite', async () => {
  const address = `file:${folder()}`;
  const open = () => openSearch({ address, clock: systemClock });
  return { index: open(), again: open };
});

const wave = {
  id: 'a:1',
  rank: 1,
  hash: 'h',
  stamp: 0,
  fields: ['', 'wave', '', '', '', '', '', '', '', ''],
  facets: {
    type: 'IMAGE',
    source: 'a',
    rights: 'open',
    form: '',
    decade: '',
    language: '',
    image: 'no',
    from: null,
    to: null,
  },
  entities: [],
  key: '',
  body: '{}',
} as const;

test('values of a facet that a filter excludes are not found, and an exclusion in one field leaves the others', async () => {
  const index = openSearch({ address: `file:${folder()}`, clock: systemClock });
  const build = await index.build({ mode: 'swap', version: 'one', resume: false });
  const print = { ...wave, id: 'a:2', facets: { ...wave.facets, form: 'print' } };
  const inMedium = { ...wave, id: 'a:3', fields: ['', 'wave', '', '', 'ink', '', '', '', '', ''] };
  await build.put({ documents: [wave, print, inMedium] });
  await build.commit();
  const waves = [{ any: [{ words: ['wave'] }] }];
  const find = async (rest: Omit<QueryInterpretation, 'limit' | 'all'>, all = waves) => {
    const { candidates } = await index.find([{ all, limit: 9, ...rest }], { enough: 9 });
    return candidates.map(({ id }) => id).sort();
  };
  expect(await find({ filter: { not: { form: ['print'] } } })).toEqual(['a:1', 'a:3']);
  expect(await find({ filter: { not: { form: ['print'] } } }, [])).toEqual(['a:1', 'a:3']);
  expect(await find({ none: [{ words: ['ink'], fields: ['medium'] }] })).toEqual(['a:1', 'a:2']);
  expect(await find({ none: [{ words: ['ink'], fields: ['title'] }] })).toHaveLength(3);
  await index.close();
});

test('a batch that replaces documents, or a removal, adds few segments to the full-text table', async () => {
  const path = folder();
  const index = openSearch({ address: `file:${path}`, clock: systemClock });
  const documents = (hash: string) =>
    // Adjacent documents have different ranks. Row numbers contain the rank, so the rows are not in the order of the batch.
    Array.from({ length: 200 }, (_, at) => ({
      ...wave,
      id: `a:${at}`,
      hash,
      rank: (at * 37) % 90,
    }));
  const build = await index.build({ mode: 'swap', version: 'replaced', resume: false });
  await build.put({ documents: documents('before') });
  expect(await build.put({ documents: documents('after') })).toMatchObject({ changed: 200 });
  expect(await build.remove(documents('after').map(({ id }) => id))).toBe(200);
  await build.suspend();
  await index.close();
  const database = new DatabaseSync(join(path, 'refs.building.sqlite'));
  const count = database.prepare('SELECT count(DISTINCT segid) AS segments FROM words_idx').get();
  database.close();
  expect(Number(count?.['segments'])).toBeLessThanOrEqual(6);
});

describe('an index folder', () => {
  test('keeps the serving version and the previous one, and nothing older', async () => {
    const path = folder();
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    for (const version of ['one', 'two', 'three']) {
      const build = await index.build({ mode: 'swap', version, resume: false });
      await build.put({ documents: [wave] });
      await build.commit();
    }
    await index.close();
    expect(
      readdirSync(path)
        .filter((name) => name.endsWith('.sqlite'))
        .sort(),
    ).toEqual(['refs-three.sqlite', 'refs-two.sqlite']);
  });

  test('loses the incomplete files of killed processes with the next commit, once they are old', async () => {
    const path = folder();
    const left = ['copying-1', 'loading-1', 'packing-1', 'placing-1'].map((one) => join(path, one));
    for (const file of left) {
      writeFileSync(file, '');
      utimesSync(file, 0, 0);
    }
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    await (await index.build({ mode: 'swap', version: 'one', resume: false })).commit();
    await index.close();
    expect(left.filter((file) => existsSync(file))).toEqual([]);
  });

  test('begins no build when one is suspended or abandoned after its commit', async () => {
    const path = folder();
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    const build = await index.build({ mode: 'swap', version: 'one', resume: false });
    await build.commit();
    await build.suspend();
    const building = join(path, 'refs.building.sqlite');
    expect(existsSync(building)).toBe(false);
    await build.abandon();
    expect(existsSync(building)).toBe(false);
    await index.close();
  });

  test('finds a phrase behind thousands of documents that hold its words apart, and counts beyond its sample', async () => {
    const index = openSearch({ address: `file:${folder()}`, clock: systemClock });
    const build = await index.build({ mode: 'swap', version: 'many', resume: false });
    const documents = Array.from({ length: 4_500 }, (_, at) => ({
      ...wave,
      id: `a:${at}`,
      // The last documents have the lowest rank, so a search reads them last.
      rank: at < 4_490 ? 50 : 1,
      fields: wave.fields.map((field) =>
        field === '' ? '' : at < 4_490 ? 'life of the still waters' : 'still life',
      ),
    }));
    await build.put({ documents });
    await build.commit();
    const all = [{ any: [{ words: ['still', 'life'], phrase: true as const }] }];
    const phrase = await index.find([{ all, limit: 5 }], { enough: 5 });
    expect(phrase.candidates.map(({ text }) => text.trim())).toEqual(Array(5).fill('still life'));
    const word = { all: [{ any: [{ words: ['still'] }] }], limit: 5 };
    const { count, candidates } = await index.find([word, { ...word, limit: 20 }], { enough: 30 });
    expect(candidates).toHaveLength(25);
    const counts = await count();
    expect(counts).toMatchObject({ total: 4_500, sampled: true });
    expect(counts?.facets.rights.get('open')).toBeGreaterThanOrEqual(2_000);
    await index.close();
  });

  test('counts in the version that was searched, or tells that it is gone', async () => {
    const index = openSearch({ address: `file:${folder()}`, clock: systemClock });
    const serve = async (version: string, ids: readonly string[]): Promise<void> => {
      const build = await index.build({ mode: 'swap', version, resume: false });
      await build.put({ documents: ids.map((id) => ({ ...wave, id })) });
      await build.commit();
    };
    const find = () => index.find([{ all: [], limit: 1 }], { enough: 1 });
    await serve('one', ['a:1']);
    const before = await find();
    await serve('two', ['a:1', 'a:2']);
    expect(await before.count()).toMatchObject({ total: 1 });
    const after = await find();
    expect(await after.count()).toMatchObject({ total: 2 });
    expect(await before.count()).toBeNull();
    await index.close();
  });

  test('gives a search its records before it begins the many that were asked at the same time', async () => {
    const index = openSearch({ address: `file:${folder()}`, clock: systemClock });
    const build = await index.build({ mode: 'swap', version: 'crowd', resume: false });
    await build.put({ documents: [wave] });
    await build.commit();
    let found = 0;
    const search = async (): Promise<number> => {
      const { version, count } = await index.find([{ all: [], limit: 1 }], { enough: 1 });
      found += 1;
      const [counts, bodies] = await Promise.all([count(), index.bodies(version, [wave.id])]);
      expect(counts?.total).toBe(1);
      expect(bodies?.get(wave.id)).toBe('{}');
      return found;
    };
    const foundBefore = await Promise.all(Array.from({ length: 200 }, search));
    // Between `find` and the end of one search, the engine answers only the few requests that it had already accepted.
    expect(Math.max(...foundBefore.map((count, at) => count - at))).toBeLessThan(6);
    await index.close();
  });

  test('of an earlier layout is neither read nor merged into, and is replaced by an import with --swap', async () => {
    const path = folder();
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    let made = 0;
    const make = (mode: 'swap' | 'merge', resume = false): Promise<IndexBuild> =>
      index.build({ mode, version: `made-${++made}`, resume });
    const age = (file: string): void => {
      const database = new DatabaseSync(file);
      database.exec("UPDATE meta SET value = '0' WHERE key = 'layout'");
      database.close();
    };
    const first = await make('swap');
    await first.put({ documents: [wave] });
    await first.commit();
    const killed = await make('swap');
    await killed.put({ documents: [wave] });
    await killed.suspend();
    for (const name of readdirSync(path).filter((one) => one.endsWith('.sqlite')))
      age(join(path, name));
    const refused = { reason: 'damaged', sentence: expect.stringContaining('--swap') };
    await expect(make('merge')).rejects.toMatchObject(refused);
    const later = openSearch({ address: `file:${path}`, clock: systemClock });
    await expect(later.info()).rejects.toMatchObject(refused);
    const anew = await make('swap', true);
    expect(anew.resumed).toBe(false);
    expect(await anew.put({ documents: [wave] })).toMatchObject({ added: 1 });
    await anew.commit();
    expect((await later.info())?.documents).toBe(1);
    await index.close();
    await later.close();
  });

  test('with a damaged file reports it to the operator and not to an agent', async () => {
    const path = folder();
    writeFileSync(join(path, 'CURRENT'), 'gone\n\n');
    writeFileSync(join(path, 'refs-gone.sqlite'), 'not a database');
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    const failure = index.find([{ all: [{ any: [{ words: ['x'] }] }], limit: 1 }], { enough: 1 });
    await expect(failure).rejects.toMatchObject({
      code: 'service_unavailable',
      details: { part: 'archive search' },
      sentence: expect.stringContaining('Import again'),
    });
    await index.close();
  });

  test('a pointer that leads outside of the folder is refused', async () => {
    const path = folder();
    writeFileSync(join(path, 'CURRENT'), '../../etc/passwd\n\n');
    const index = openSearch({ address: `file:${path}`, clock: systemClock });
    await expect(index.info()).rejects.toMatchObject({ reason: 'damaged' });
    await index.close();
  });
});
