import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type IndexBuild } from './index-build.ts';
import { type Interpretation } from './interpretation.ts';
import { type Candidate } from './find-result.ts';
import { LISTED_PAGE_DOCUMENTS, type ListedDocument } from './listed-document.ts';
import { type SearchIndex } from './search-index.ts';
import { SEARCH_FIELDS, type SearchDocument, type SearchField } from './search-document.ts';
import { indexWords } from './text/words.ts';

/** A search engine under test: its index, and a function that opens the same data as another process would. */
export interface SearchUnderTest {
  readonly index: SearchIndex;
  /** Opens the same index again, independently of the first opening. */
  readonly again: () => SearchIndex;
}

/** The members of a test document that a test sets. */
interface Facts {
  readonly title?: string;
  readonly creator?: string;
  readonly form?: string;
  readonly text?: string;
  readonly source?: string;
  readonly rank?: number;
  readonly years?: readonly [number, number];
  readonly image?: 'yes' | 'no';
  readonly hash?: string;
  readonly stamp?: number;
  readonly entities?: readonly string[];
}

function documentOf(id: string, facts: Facts): SearchDocument {
  const text: Partial<Record<SearchField, string | undefined>> = facts;
  return {
    id,
    rank: facts.rank ?? 50,
    hash: facts.hash ?? `hash of ${id}`,
    stamp: facts.stamp ?? 0,
    fields: SEARCH_FIELDS.map((field) => indexWords(text[field] ?? '').join(' ')),
    facets: {
      type: 'IMAGE',
      source: facts.source ?? 'alpha',
      rights: 'unknown',
      form: facts.form ?? '',
      decade: facts.years === undefined ? '' : `${Math.floor(facts.years[0] / 10) * 10}s`,
      language: '',
      image: facts.image ?? 'no',
      from: facts.years?.[0] ?? null,
      to: facts.years?.[1] ?? null,
    },
    entities: facts.entities ?? [],
    key: `key of ${id}`,
    body: JSON.stringify({ id, title: facts.title ?? '' }),
  };
}

function words(text: string, fields?: readonly SearchField[]): Interpretation['all'] {
  return indexWords(text).map((word) => ({
    any: [{ words: [word], ...(fields === undefined ? {} : { fields }) }],
  }));
}

const ENOUGH = { enough: 1_000 };
const LIMIT = 100;
/** Maximum time until a reader sees a swapped version, ms; on an idle machine 2 s suffice. */
const POLL_MS = 20_000;
const idsOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ id }) => id).sort();

/** Tests a search index; every driver must pass these tests. */
export function searchConformance(name: string, open: () => Promise<SearchUnderTest>): void {
  describe(`${name}: a search index`, () => {
    let under: SearchUnderTest;
    let version = 0;
    let opened: SearchUnderTest | null = null;
    beforeEach(async () => {
      // Opened by the first test, so that a missing engine skips all tests.
      under = opened ??= await open();
    });
    afterAll(async () => {
      await opened?.index.close();
    });

    const begin = (mode: 'swap' | 'merge', resume = false): Promise<IndexBuild> =>
      under.index.build({ mode, version: `v${++version}`, resume });
    const fill = async (documents: readonly SearchDocument[]): Promise<void> => {
      const build = await begin('swap');
      await build.put({ documents });
      await build.commit();
    };
    const find = async (
      ...interpretations: readonly Partial<Interpretation>[]
    ): Promise<string[]> => {
      const full = interpretations.map((interpretation) => ({
        all: [],
        limit: LIMIT,
        ...interpretation,
      }));
      return idsOf((await under.index.find(full, ENOUGH)).candidates);
    };

    test('that was never filled finds nothing and says so', async () => {
      expect(await under.index.info()).toBeNull();
      expect(await find({ all: words('anything') })).toEqual([]);
      expect(await under.index.attachment('lexicon')).toBeNull();
      expect(await under.index.rollback()).toBe(false);
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
      const { counts } = await under.index.find(all, ENOUGH);
      expect([...counts.facets.form].sort()).toEqual([
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
          (await under.index.find([{ all: terms, limit: 5 }], ENOUGH)).candidates.length,
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
      const found = await under.index.find(interpretations, ENOUGH);
      expect(found.candidates.map(({ id, interpretation }) => [id, interpretation])).toEqual([
        ['alpha:1', 0],
        ['alpha:2', 1],
        ['alpha:3', 2],
      ]);
      expect(found.counts.total).toBe(1);
      expect((await under.index.find(interpretations, { enough: 2 })).candidates).toHaveLength(2);
    });

    test('shows the best ranked first where it may not show all', async () => {
      const documents = Array.from({ length: 40 }, (_, at) =>
        documentOf(`alpha:${at}`, { title: 'sketch', rank: at }),
      );
      await fill(documents);
      const { candidates } = await under.index.find([{ all: words('sketch'), limit: 3 }], ENOUGH);
      expect(candidates.map(({ id }) => id)).toEqual(['alpha:39', 'alpha:38', 'alpha:37']);
    });

    test('counts facets over what matches', async () => {
      await fill([
        documentOf('alpha:1', { title: 'vase', form: 'ceramic', years: [1900, 1900] }),
        documentOf('alpha:2', { title: 'vase', form: 'ceramic', years: [1950, 1950] }),
        documentOf('beta:1', { title: 'vase', form: 'glass', source: 'beta' }),
        documentOf('beta:2', { title: 'bowl', form: 'glass', source: 'beta' }),
      ]);
      const { counts } = await under.index.find([{ all: words('vase'), limit: 1 }], ENOUGH);
      expect(counts.total).toBe(3);
      expect(Object.fromEntries(counts.facets.form)).toEqual({ ceramic: 2, glass: 1 });
      expect(Object.fromEntries(counts.facets.source)).toEqual({ alpha: 2, beta: 1 });
      expect(Object.fromEntries(counts.facets.decade)).toEqual({ '1900s': 1, '1950s': 1 });
    });

    test('gives documents back by id, with what was stored', async () => {
      await fill([
        documentOf('alpha:1', { title: 'one' }),
        documentOf('beta_2-x:3', { title: 'two' }),
      ]);
      const got = await under.index.get(['beta_2-x:3', 'alpha:none', 'alpha:1']);
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
      const found = await under.index.find([{ all: words('two'), limit: 5 }], ENOUGH);
      const [candidate] = found.candidates;
      expect(candidate?.key ?? 'key of alpha:2').toBe('key of alpha:2');
      expect(candidate?.key === null && candidate.body === null).toBe(false);
      const ids = ['alpha:2', 'alpha:none'];
      const bodies = await under.index.bodies(found.version, ids);
      expect([...(bodies ?? [])]).toEqual([['alpha:2', '{"id":"alpha:2","title":"two"}']]);
      expect(await under.index.bodies('another-version', ids)).toBeNull();
    });

    test('a second run of the same documents writes nothing; a changed one replaces; an older one loses', async () => {
      await fill([
        documentOf('alpha:1', {
          title: 'first words',
          hash: 'a',
          stamp: 5,
          entities: ['creator:Old'],
        }),
        documentOf('alpha:2', { title: 'other', hash: 'b', stamp: 5 }),
      ]);
      const build = await begin('merge');
      const hashes = [...(await build.hashes())].map(([source, own]) => [source, [...own].sort()]);
      expect(hashes).toEqual([['alpha', ['a', 'b']]]);
      const same = await build.put({
        documents: [documentOf('alpha:1', { title: 'first words', hash: 'a', stamp: 5 })],
      });
      expect(same).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
      const mixed = await build.put({
        documents: [
          documentOf('alpha:1', {
            title: 'second words',
            hash: 'a2',
            stamp: 6,
            entities: ['creator:New'],
          }),
          documentOf('alpha:2', { title: 'stale', hash: 'b0', stamp: 4 }),
          documentOf('alpha:3', { title: 'third', hash: 'c' }),
        ],
      });
      expect(mixed).toEqual({ added: 1, changed: 1, unchanged: 0, kept: 1 });
      const forced = await build.put({
        documents: [documentOf('alpha:2', { title: 'forced', hash: 'b0', stamp: 4 })],
        force: true,
      });
      expect(forced).toEqual({ added: 0, changed: 1, unchanged: 0, kept: 0 });
      expect(await build.entities()).toEqual([{ entity: 'creator:New', documents: 1 }]);
      await build.commit();
      expect(await find({ all: words('first') })).toEqual([]);
      expect(await find({ all: words('second') })).toEqual(['alpha:1']);
      expect(await find({ all: words('other') })).toEqual([]);
      expect((await under.index.info())?.documents).toBe(3);
    });

    test('removes documents with their words and entities, and serves them until the commit', async () => {
      await fill([
        documentOf('alpha:1', { title: 'wave', entities: ['creator:Hokusai'] }),
        documentOf('alpha:2', { title: 'boat', entities: ['creator:Hokusai'] }),
        documentOf('beta:1', { title: 'boat', source: 'beta' }),
      ]);
      const build = await begin('merge');
      expect([...(await build.idsOf('alpha'))].sort()).toEqual(['alpha:1', 'alpha:2']);
      expect(await build.remove(['alpha:1', 'alpha:none'])).toBe(1);
      expect(await build.idsOf('alpha')).toEqual(['alpha:2']);
      expect(await build.entities()).toEqual([{ entity: 'creator:Hokusai', documents: 1 }]);
      expect((await build.vocabulary()).words).toEqual(['boat']);
      expect(await find({ all: words('wave') })).toEqual(['alpha:1']);
      expect((await build.commit()).documents).toBe(2);
      expect(await find({ all: words('wave') })).toEqual([]);
      expect(await find({ all: words('boat') })).toEqual(['alpha:2', 'beta:1']);
    });

    test('takes back a document that was removed', async () => {
      const kept = documentOf('alpha:1', { title: 'one' });
      await fill([kept, documentOf('alpha:2', { title: 'two' })]);
      const build = await begin('merge');
      const whole = await build.digest();
      await build.remove(['alpha:1']);
      expect(await build.put({ documents: [kept] })).toMatchObject({ added: 1 });
      expect(await build.digest()).toBe(whole);
      await build.abandon();
    });

    test('lists every document of the serving version, over all pages', async () => {
      const count = 2 * LISTED_PAGE_DOCUMENTS + 1;
      await fill(
        Array.from({ length: count }, (_, at) =>
          documentOf(`alpha:${at}`, { stamp: at, rank: at % 100 }),
        ),
      );
      const listed: ListedDocument[] = [];
      for await (const page of under.index.documents()) listed.push(...page);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(count);
      expect(listed.find(({ id }) => id === 'alpha:7')).toEqual({
        id: 'alpha:7',
        source: 'alpha',
        hash: 'hash of alpha:7',
        stamp: 7,
        body: '{"id":"alpha:7","title":""}',
      });
    });

    test('a listing stops with a fault when another version begins to serve', async () => {
      const many = Array.from({ length: LISTED_PAGE_DOCUMENTS + 1 }, (_, at) =>
        documentOf(`alpha:${at}`, {}),
      );
      await fill(many);
      const pages = under.index.documents()[Symbol.asyncIterator]();
      await pages.next();
      await fill(many);
      await under.index.info();
      await expect(pages.next()).rejects.toMatchObject({ reason: 'building' });
    });

    test('tells its own vocabulary by field', async () => {
      const build = await begin('swap');
      await build.put({
        documents: [
          documentOf('alpha:1', { title: 'wave', creator: 'Hokusai' }),
          documentOf('alpha:2', { title: 'wave and hokusai' }),
        ],
      });
      const { words: known, documents } = await build.vocabulary();
      expect(known).toEqual(['and', 'hokusai', 'wave']);
      const of = (word: string, field: SearchField): number | undefined =>
        documents[known.indexOf(word) * SEARCH_FIELDS.length + SEARCH_FIELDS.indexOf(field)];
      expect([of('wave', 'title'), of('hokusai', 'creator'), of('hokusai', 'title')]).toEqual([
        2, 1, 1,
      ]);
      await build.abandon();
    });

    test('reads the words of all its documents, of every page once', async () => {
      const build = await begin('swap');
      const ids = Array.from({ length: 2_500 }, (_, at) => `alpha:${at}`);
      await build.put({
        documents: ids.map((id, at) =>
          documentOf(id, {
            title: `wave ${at}`,
            rank: at % 100,
            entities: ['creator:A', 'group:B'],
          }),
        ),
      });
      const read = [];
      for await (const page of build.documents()) read.push(...page);
      expect(read.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const seventh = read.find(({ id }) => id === 'alpha:7');
      expect(seventh?.text.split('\n')[SEARCH_FIELDS.indexOf('title')]).toBe('wave 7');
      expect(seventh?.entities.split('\n')).toEqual(['creator:A', 'group:B']);
      await build.abandon();
    });

    test('goes on with a suspended build where its last batch ended, to the same content', async () => {
      const first = [documentOf('alpha:1', { title: 'one' })];
      const second = [documentOf('alpha:2', { title: 'two' })];
      const whole = await begin('swap');
      await whole.put({ documents: first });
      await whole.put({ documents: second });
      const digest = await whole.digest();
      await whole.abandon();

      const cut = await begin('swap');
      await cut.put({ documents: first, checkpoint: { key: 'file:x', value: '1' } });
      await cut.suspend();
      const resumed = await begin('swap', true);
      expect(resumed.resumed).toBe(true);
      expect(resumed.version).toBe(cut.version);
      expect([...(await resumed.checkpoints())]).toEqual([['file:x', '1']]);
      await resumed.put({ documents: second });
      expect(await resumed.digest()).toBe(digest);
      await resumed.abandon();
    });

    test('takes over no checkpoint of the build before, whose files may have changed since', async () => {
      const older = await begin('swap');
      await older.put({
        documents: [documentOf('alpha:1', { title: 'one' })],
        checkpoint: { key: 'file:x', value: '1' },
      });
      await older.suspend();
      await (await begin('swap', true)).commit();
      const merging = await begin('merge');
      await merging.put({ documents: [documentOf('alpha:2', { title: 'two' })] });
      await merging.suspend();
      const resumed = await begin('merge', true);
      expect([...(await resumed.checkpoints())]).toEqual([]);
      await resumed.abandon();
    });

    test('refuses a second build while one runs', async () => {
      const build = await begin('swap');
      await build.put({ documents: [documentOf('alpha:1', {})] });
      await expect(begin('swap')).rejects.toMatchObject({
        code: 'service_unavailable',
        reason: 'building',
      });
      await build.abandon();
    });

    test('keeps bytes beside a version, and goes back to the version before', async () => {
      const build = await begin('swap');
      const bytes = Buffer.alloc(3_000_000, 'lexicon ');
      await build.put({ documents: [documentOf('alpha:1', { title: 'older' })] });
      await build.setAttachment('lexicon', bytes);
      await build.commit();
      const side = await under.index.attachment('lexicon');
      expect(Buffer.from(side?.bytes ?? []).equals(bytes)).toBe(true);
      await fill([documentOf('alpha:2', { title: 'newer' })]);
      expect(await find({ all: words('older') })).toEqual([]);
      expect(await under.index.rollback()).toBe(true);
      expect(await find({ all: words('older') })).toEqual(['alpha:1']);
      expect(await find({ all: words('newer') })).toEqual([]);
    });

    test('shows a swap to every other reader, which never errs and never mixes two versions', async () => {
      await fill([
        documentOf('alpha:1', { title: 'swap one' }),
        documentOf('alpha:2', { title: 'swap one' }),
      ]);
      const other = under.again();
      const seen = new Set<string>();
      let running = true;
      const loop = (async () => {
        while (running) {
          const found = await other.find([{ all: words('swap'), limit: 10 }], ENOUGH);
          seen.add(found.candidates.map(({ text }) => text.split('\n')[1]).join('|'));
        }
      })();
      await expect.poll(() => seen.size, { timeout: POLL_MS }).toBe(1);
      await fill([
        documentOf('beta:1', { title: 'swap two' }),
        documentOf('beta:2', { title: 'swap two' }),
      ]);
      await expect.poll(() => seen.has('swap two|swap two'), { timeout: POLL_MS }).toBe(true);
      running = false;
      await loop;
      expect([...seen].sort()).toEqual(['swap one|swap one', 'swap two|swap two']);
      await other.close();
    });
  });
}
