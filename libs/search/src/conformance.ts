import { describe, expect, test } from 'vitest';
import { buildConformance } from './builds.conformance.ts';
import {
  documentOf,
  ENOUGH,
  idsOf,
  LIMIT,
  words,
  searchRig,
  type SearchIndexUnderTest,
} from './search-rig.fixture.ts';

/** Registers the tests that every search engine (SQLite and Meilisearch) must pass. `open` opens the engine under test. */
export function searchConformance(name: string, open: () => Promise<SearchIndexUnderTest>): void {
  describe(`${name}: a search index`, () => {
    const rig = searchRig(open);
    const { begin, fill, find } = rig;

    test('that was never filled finds nothing and says so', async () => {
      expect(await rig.under.index.info()).toBeNull();
      expect(await find({ all: words('anything') })).toEqual([]);
      expect(await rig.under.index.attachment('lexicon')).toBeNull();
      expect(await rig.under.index.rollback()).toBe(false);
    });

    test('serves nothing of a build before it is committed, and all of it after', async () => {
      const build = await begin('swap');
      const put = await build.put({
        documents: [documentOf('alpha:1', { title: 'The Great Wave' })],
      });
      expect(put).toEqual({ added: 1, changed: 0, unchanged: 0, kept: 0 });
      expect(await find({ all: words('wave') })).toEqual([]);
      const tried = await build.find([{ all: words('wave'), limit: 5 }], ENOUGH);
      expect(idsOf(tried.candidates)).toEqual(['alpha:1']);
      const info = await build.commit();
      expect(info).toMatchObject({
        documents: 1,
        previous: null,
        sources: [{ source: 'alpha', documents: 1 }],
      });
      expect(await find({ all: words('wave') })).toEqual(['alpha:1']);
    });

    test('finds by every word, in any field or in the named ones, folded and stemmed alike', async () => {
      await fill([
        documentOf('alpha:1', { title: 'Dancers, blue', creator: 'Edgar Degas' }),
        documentOf('alpha:2', { title: 'Portrait of Degas', creator: 'Albrecht Dürer' }),
        documentOf('alpha:3', { title: 'Qur’an leaf', text: 'A dancer is mentioned' }),
      ]);
      expect(await find({ all: words('degas') })).toEqual(['alpha:1', 'alpha:2']);
      expect(await find({ all: words('DEGAS', ['creator']) })).toEqual(['alpha:1']);
      expect(await find({ all: words('dancer') })).toEqual(['alpha:1', 'alpha:3']);
      expect(await find({ all: words('dancer degas') })).toEqual(['alpha:1']);
      expect(await find({ all: words('durer') })).toEqual(['alpha:2']);
      expect(await find({ all: words('koran') })).toEqual(['alpha:3']);
    });

    test('takes alternatives, phrases and exclusions', async () => {
      await fill([
        documentOf('alpha:1', { title: 'Still life with skull' }),
        documentOf('alpha:2', { title: 'Life of the still waters' }),
        documentOf('alpha:3', { title: 'Vanitas' }),
      ]);
      const phrase = { words: ['still', 'life'], phrase: true as const };
      expect(await find({ all: [{ any: [phrase] }] })).toEqual(['alpha:1']);
      expect(await find({ all: [{ any: [{ words: ['still', 'life'] }] }] })).toEqual([
        'alpha:1',
        'alpha:2',
      ]);
      expect(await find({ all: [{ any: [{ words: ['vanita'] }, { words: ['skull'] }] }] })).toEqual(
        ['alpha:1', 'alpha:3'],
      );
      expect(await find({ all: [...words('life'), { any: [] }] })).toEqual([]);
      expect(await find({ all: words('life'), none: [{ words: ['skull'] }] })).toEqual(['alpha:2']);
      expect(await find({ all: words('life'), none: [phrase] })).toEqual(['alpha:2']);
    });

    test('filters by facets and by years that touch, and by nothing else', async () => {
      await fill([
        documentOf('alpha:1', {
          title: 'Poster',
          form: 'poster',
          years: [1921, 1929],
          image: 'yes',
        }),
        documentOf('beta:1', {
          title: 'Poster',
          form: 'print',
          source: 'beta',
          years: [1930, 1930],
        }),
        documentOf('beta:2', { title: 'Poster', source: 'beta' }),
      ]);
      const all = words('poster');
      expect(await find({ all, filter: { facets: { source: ['beta'] } } })).toEqual([
        'beta:1',
        'beta:2',
      ]);
      expect(await find({ all, filter: { facets: { form: ['poster', 'print'] } } })).toEqual([
        'alpha:1',
        'beta:1',
      ]);
      expect(await find({ all, filter: { facets: { image: ['yes'], source: ['beta'] } } })).toEqual(
        [],
      );
      expect(await find({ all, filter: { years: { from: 1929, to: 1930 } } })).toEqual([
        'alpha:1',
        'beta:1',
      ]);
      expect(await find({ filter: { years: { from: 1931, to: 2000 } } })).toEqual([]);
      expect(await find({ filter: { facets: { source: ['beta'] } } })).toEqual([
        'beta:1',
        'beta:2',
      ]);
    });

    test('filters by a facet whatever the search field of the same name says', async () => {
      const posters = documentOf('alpha:1', { title: 'one', form: 'poster lithograph' });
      const prints = documentOf('alpha:2', { title: 'two', form: 'print poster' });
      await fill([
        { ...posters, facets: { ...posters.facets, form: 'poster' } },
        { ...prints, facets: { ...prints.facets, form: 'print' } },
      ]);
      expect(await find({ filter: { facets: { form: ['poster'] } } })).toEqual(['alpha:1']);
      const all = [{ all: words('poster'), limit: LIMIT }];
      const counts = await (await rig.under.index.find(all, ENOUGH)).count();
      expect([...(counts?.facets.form ?? [])].sort()).toEqual([
        ['poster', 1],
        ['print', 1],
      ]);
    });

    test('reads no word as an operator', async () => {
      await fill([documentOf('alpha:1', { title: 'near or not and' })]);
      for (const word of [
        '"',
        '*',
        'near(',
        'OR',
        'title:',
        '-',
        '(',
        "'",
        '_geoRadius(1,2,3)',
        'a"b',
      ]) {
        const terms = [{ any: [{ words: [word] }] }];
        expect(
          (await rig.under.index.find([{ all: terms, limit: 5 }], ENOUGH)).candidates.length,
        ).toBeLessThanOrEqual(1);
      }
      expect(await find({ all: words('near or not and') })).toEqual(['alpha:1']);
    });

    test('goes from strict to loose interpretations, names the one that found, and stops when it has enough', async () => {
      await fill([
        documentOf('alpha:1', { title: 'red chair' }),
        documentOf('alpha:2', { title: 'blue chair' }),
        documentOf('alpha:3', { title: 'red table' }),
      ]);
      const interpretations = [
        { all: words('red chair'), limit: 5 },
        { all: words('chair'), limit: 5 },
        { all: words('red'), limit: 5 },
      ];
      const found = await rig.under.index.find(interpretations, ENOUGH);
      expect(found.candidates.map(({ id, interpretation }) => [id, interpretation])).toEqual([
        ['alpha:1', 0],
        ['alpha:2', 1],
        ['alpha:3', 2],
      ]);
      expect((await found.count())?.total).toBe(1);
      expect((await rig.under.index.find(interpretations, { enough: 2 })).candidates).toHaveLength(
        2,
      );
    });

    test('shows the best ranked first where it may not show all', async () => {
      const documents = Array.from({ length: 40 }, (_, at) =>
        documentOf(`alpha:${at}`, { title: 'sketch', rank: at }),
      );
      await fill(documents);
      const { candidates } = await rig.under.index.find(
        [{ all: words('sketch'), limit: 3 }],
        ENOUGH,
      );
      expect(candidates.map(({ id }) => id)).toEqual(['alpha:39', 'alpha:38', 'alpha:37']);
    });

    test('counts facets over what matches', async () => {
      await fill([
        documentOf('alpha:1', { title: 'vase', form: 'ceramic', years: [1900, 1900] }),
        documentOf('alpha:2', { title: 'vase', form: 'ceramic', years: [1950, 1950] }),
        documentOf('beta:1', { title: 'vase', form: 'glass', source: 'beta' }),
        documentOf('beta:2', { title: 'bowl', form: 'glass', source: 'beta' }),
      ]);
      const found = await rig.under.index.find([{ all: words('vase'), limit: 1 }], ENOUGH);
      const counts = await found.count();
      expect(counts?.total).toBe(3);
      expect(Object.fromEntries(counts?.facets.form ?? [])).toEqual({ ceramic: 2, glass: 1 });
      expect(Object.fromEntries(counts?.facets.source ?? [])).toEqual({ alpha: 2, beta: 1 });
      expect(Object.fromEntries(counts?.facets.decade ?? [])).toEqual({ '1900s': 1, '1950s': 1 });
    });

    test('gives documents back by id, with what was stored', async () => {
      await fill([
        documentOf('alpha:1', { title: 'one' }),
        documentOf('beta_2-x:3', { title: 'two' }),
      ]);
      const got = await rig.under.index.get(['beta_2-x:3', 'alpha:none', 'alpha:1']);
      expect(idsOf(got)).toEqual(['alpha:1', 'beta_2-x:3']);
      expect(JSON.parse(got.find(({ id }) => id === 'alpha:1')?.body ?? '')).toEqual({
        id: 'alpha:1',
        title: 'one',
      });
    });

    test('gives what candidates are ordered by, and their bodies out of the version that found them', async () => {
      await fill([
        documentOf('alpha:1', { title: 'one' }),
        documentOf('alpha:2', { title: 'two' }),
      ]);
      const found = await rig.under.index.find([{ all: words('two'), limit: 5 }], ENOUGH);
      const [candidate] = found.candidates;
      expect(candidate?.key ?? 'key of alpha:2').toBe('key of alpha:2');
      expect(candidate?.key === null && candidate.body === null).toBe(false);
      const ids = ['alpha:2', 'alpha:none'];
      const bodies = await rig.under.index.bodies(found.version, ids);
      expect([...(bodies ?? [])]).toEqual([['alpha:2', '{"id":"alpha:2","title":"two"}']]);
      expect(await rig.under.index.bodies('another-version', ids)).toBeNull();
    });

    buildConformance(rig);
  });
}
