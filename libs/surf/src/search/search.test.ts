import {
  archiveStats,
  buildStarterIndex,
  LEXICON,
  placeFirstArchive,
  readStarter,
  searchDocument,
  STARTER_FILE,
} from '@bridge/archive';
import { systemClock, silentLogger } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { TestArchive } from './archive.fixture.ts';
import { explainQuery } from './explain.ts';
import { readQueryText } from './request/query-text.ts';
import type { ArchiveSearchResult } from './search-archive.ts';
import { changesBetween, nearestWords, WordSimilarityTable } from './lexicon/word-table.ts';

const starter = TestArchive.starter();

/** The record of a search hit. */
type HitRecord = ArchiveSearchResult['hits'][number]['record'];
const records = (answer: ArchiveSearchResult): HitRecord[] =>
  answer.hits.map(({ record }) => record);

describe('the starter archive', () => {
  test('is what was committed: facts of every source, form and century, none of them a description', async () => {
    const sum = readFileSync(new URL('./starter.sha256', STARTER_FILE), 'utf8').split(' ')[0];
    expect(hash('sha256', readFileSync(STARTER_FILE))).toBe(sum);
    const all = await readStarter();
    expect(all.length).toBeGreaterThan(4_500);
    expect(readFileSync(STARTER_FILE).length).toBeLessThan(1024 * 1024);
    expect(new Set(all.map(({ source }) => source)).size).toBe(11);
    expect(new Set(all.map(({ form }) => form)).size).toBeGreaterThan(22);
    const centuries = new Set(
      all.flatMap(({ date }) => (date.from === null ? [] : [Math.floor(date.from / 100)])),
    );
    for (let century = 10; century <= 20; century++) expect(centuries).toContain(century);
    expect(all.every((record) => record.description === undefined)).toBe(true);
  });

  test('is there at once in an empty folder, and a folder that holds an index is left alone', async () => {
    expect((await starter.index.info())?.documents).toBe((await readStarter()).length);
    expect(
      await placeFirstArchive({ address: starter.address, clock: systemClock, log: silentLogger }),
    ).toBe(false);
  });

  test('is carried as the very index that its records make (else: npm run archive:starter -- --index)', async () => {
    const made = openSearch({
      address: `file:${join(starter.folder, 'made')}`,
      clock: systemClock,
    });
    await buildStarterIndex(made, await readStarter(), systemClock);
    expect(await contentOf(starter.index)).toEqual(await contentOf(made));
    await made.close();
  });

  test('gives way to an import of the same source, whatever its date', async () => {
    const own = `file:${join(starter.folder, 'own')}`;
    await placeFirstArchive({ address: own, clock: systemClock, log: silentLogger });
    const given = openSearch({ address: own, clock: systemClock });
    const [record] = await readStarter();
    if (record === undefined) throw new Error('the starter archive is empty');
    const build = await given.build({ mode: 'merge', version: 'import', resume: false });
    const document = searchDocument({ ...record, title: 'Told anew' }, 'another', 0);
    expect(await build.put({ documents: [document] })).toMatchObject({ changed: 1, kept: 0 });
    await build.abandon();
    await given.close();
  });
});

/** Returns a digest of the documents of an index, and one of its words and names. */
async function contentOf(of: SearchIndex): Promise<{ digest: string; lexicon: string }> {
  const build = await of.build({ mode: 'merge', version: 'compared', resume: false });
  const digest = await build.digest();
  await build.abandon();
  const side = await of.attachment(LEXICON);
  return { digest, lexicon: hash('sha256', zstdDecompressSync(side?.bytes ?? new Uint8Array())) };
}

describe('a query', () => {
  test('finds an accession number and nothing before it', async () => {
    const sample = (await readStarter()).filter(
      ({ accession }) => accession !== undefined && /^\d+\.\d+\.\d+$/.test(accession),
    );
    for (const { accession = '', id } of sample.slice(0, 40)) {
      const answer = await starter.search(accession, 5);
      expect([accession, records(answer)[0]?.accession]).toEqual([accession, accession]);
      expect(records(answer).map((record) => record.id)).toContain(id);
    }
  });

  test('finds a title word for word before anything else', async () => {
    const sample = (await readStarter()).filter(
      ({ title, titleKind }) =>
        titleKind === 'given' && title.split(' ').length >= 3 && title.length < 50,
    );
    let first = 0;
    const tried = sample.filter((_, at) => at % 60 === 0);
    for (const { title } of tried) {
      const [hit] = records(await starter.search(title, 3));
      if (hit?.title === title) first += 1;
    }
    expect(first / tried.length).toBeGreaterThanOrEqual(0.97);
  });

  test('that is mis-typed is corrected by the words of the archive, and says so', async () => {
    const answer = await starter.search('modigliani portriat', 5);
    expect(Object.fromEntries(answer.understood.corrected)).toEqual({ portriat: 'portrait' });
    const makers = [
      ...new Set((await readStarter()).flatMap(({ creators }) => creators.map(({ name }) => name))),
    ]
      .filter((name) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}{7,}$/u.test(name))
      .filter((_, at) => at % 4 === 0);
    let found = 0;
    for (const name of makers) {
      const slip = `${name.slice(0, -3)}${name.slice(-2, -1)}${name.slice(-3, -2)}${name.slice(-1)}`;
      const hits = records(await starter.search(slip, 3));
      if (hits.some((record) => record.creators.some((one) => one.name === name))) found += 1;
    }
    expect(found / makers.length).toBeGreaterThanOrEqual(0.95);
  });

  test('in a language that the archive does not use is no slip but the same thing', async () => {
    const answer = await starter.search('autorretrato', 5);
    expect(answer.understood.corrected.size).toBe(0);
    expect(records(answer).every(({ title }) => /self-?portrait/i.test(title))).toBe(true);
  });

  test.each<readonly [string, (one: HitRecord) => boolean]>([
    ['type:poster', (one) => one.form === 'poster'],
    [
      'portrait date:1920..1930',
      (one) => (one.date.from ?? 9_999) <= 1930 && (one.date.to ?? 0) >= 1920,
    ],
    ['rights:open bowl', (one) => one.mediaRights.includes('zero')],
    ['source:tate landscape', (one) => one.source === 'tate'],
    ['creator:"henri matisse"', (one) => one.creators.some(({ name }) => name.includes('Matisse'))],
    ['lang:fr', (one) => one.language?.[0] === 'fr'],
    ['lang:de kopf', (one) => one.language?.[0] === 'de'],
    ['image:yes woman', (one) => one.links.image !== undefined],
    ['portrait -photograph', (one) => one.form !== 'photograph'],
    ['"still life"', (one) => /still[ -]life/i.test(JSON.stringify(one))],
  ])('of the form %s is filtered by exactly that', async (query, fits) => {
    const hits = records(await starter.search(query, 20));
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.filter((one) => !fits(one))).toEqual([]);
  });

  test('like: finds what has maker, form and subjects in common, and not the record itself', async () => {
    const [start] = records(await starter.search('creator:matisse type:painting', 1));
    const hits = records(await starter.search(`like:${start?.id ?? ''}`, 10));
    expect(hits.length).toBeGreaterThan(3);
    expect(hits.map(({ id }) => id)).not.toContain(start?.id);
    expect(hits[0]?.creators[0]?.name).toBe(start?.creators[0]?.name);
  });

  test('is explained: where each part of it was found in a record, and what that is worth', async () => {
    const [first] = records(await starter.search('matisse painting', 1));
    const [why] = await explainQuery(starter.archive(), 'matisse painting', first?.id ?? '');
    expect(why).toMatchObject({
      place: 1,
      units: [
        { text: 'matisse', field: 'creator' },
        { text: 'painting', field: 'form' },
      ],
    });
    expect(await explainQuery(starter.archive(), 'matisse', 'moma:none')).toEqual([]);
    expect(await archiveStats(starter.index)).toMatchObject({
      documents: expect.any(Number),
      files: [],
    });
  });

  test('is explained without a record: each of the first hits, in the order of the answer', async () => {
    const shown = records(await starter.search('matisse painting', 12));
    const explained = await explainQuery(starter.archive(), 'matisse painting', null);
    expect(explained.map(({ place }) => place)).toEqual(shown.map((_, at) => at + 1));
    expect(explained.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
    for (const hit of explained)
      expect(await explainQuery(starter.archive(), 'matisse painting', hit.id)).toMatchObject([
        { place: hit.place, score: hit.score, parts: hit.parts, units: hit.units },
      ]);
    expect(await explainQuery(starter.archive(), 'qqqqzzzz', null)).toEqual([]);
  });

  // Verifies: search.near-duplicates.
  test('shows one of many near-duplicates with the number of the others', async () => {
    const answer = await starter.search('turner', 12);
    const keys = records(answer).map(
      ({ title, creators }) => `${title}|${creators[0]?.name ?? ''}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('of any text has an answer and no error', { timeout: 120_000 }, async () => {
    const texts = [
      '',
      ' ',
      '!!!',
      'the of and',
      'a'.repeat(301),
      '🎨'.repeat(300),
      '山'.repeat(300),
      'е\u0301'.repeat(150),
      'a b '.repeat(75),
      'no paintings, not by turner, without dogs',
      '-poster -print',
      '^(a+)+$',
      '"unbalanced',
      '((((',
      'NEAR(a b)',
      'a AND OR NOT',
      '* ^ : -',
      'title:x OR 1=1; --',
      "'); DROP TABLE doc;--",
      '_geoRadius(1,2,3)',
      '\u0000\u202e\u200b\u{e0041}',
      'صورة',
      '富士山',
      'Портрет',
      'date:..',
      'date:9999..1',
      'type:',
      'creator:""',
      'like:nothing:1',
      '-',
      '--',
      '-"',
      'rights:maybe',
      'type:poster,print,nonsense',
      'moma:79802',
      '\ud800',
    ];
    for (const text of texts)
      expect((await starter.search(text, 5)).hits.length).toBeLessThanOrEqual(5);
    const words = fc.constantFrom(
      'poster',
      'type:',
      'date:',
      '"',
      '-',
      '1920',
      '..',
      'dürer',
      ' ',
      'like:',
      'the',
      '(',
      ')',
      '*',
      'NOT',
      ':',
      'creator:"x',
      '\u202e',
      '山',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 320 }),
          fc.array(words, { maxLength: 14 }).map((all) => all.join('')),
        ),
        async (text) => {
          const { hits } = await starter.search(text, 3);
          return hits.length <= 3;
        },
      ),
      { numRuns: 150 },
    );
  });

  test('never gets a filter that its text did not ask for', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const { filter, like } = readQueryText(text);
        return text.includes(':') || (Object.keys(filter).length === 0 && like === null);
      }),
    );
    expect(readQueryText('type:nonsense rights:maybe date:soon').filter).toEqual({});
    expect(readQueryText('type:nonsense').words).toEqual(['nonsense']);
    expect(readQueryText('date:soon Alien:Covenant 12:30').words).toEqual([
      'Alien:Covenant',
      '12:30',
    ]);
  });
});

test('the words near another are those that so many changes make of it, whatever their length', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 40 }),
      word,
      fc.integer({ min: 0, max: 2 }),
      (all, one, max) => {
        const near = all.flatMap((other, at) => {
          const changes = changesBetween(one, other, max);
          return changes <= max ? [{ at, changes }] : [];
        });
        expect(nearestWords(new WordSimilarityTable(all), one, max)).toEqual(near);
      },
    ),
  );
});

/** Returns the edit distance of two words, computed with the complete table, to check the fast implementation. */
function changesByDefinition(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_line, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const turned =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const other = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const line = table[i];
      if (line !== undefined) line[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, other, turned);
    }
  return at(a.length, b.length);
}

test('changes between words are counted alike from both sides, exactly up to the most that is asked for', () => {
  const some = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(some, some, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
      expect(Math.min(changesBetween(a, b, max), max + 1)).toBe(
        Math.min(changesByDefinition(a, b), max + 1),
      );
    }),
    { numRuns: 2_000 },
  );
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 7 });
  fc.assert(fc.property(word, word, (a, b) => changesBetween(a, b, 9) === changesBetween(b, a, 9)));
  expect(changesBetween('kandinksy', 'kandinsky', 2)).toBe(1);
  expect(changesBetween('portriat', 'portrait', 2)).toBe(1);
  expect(changesBetween('mondriaan', 'mondrian', 1)).toBe(1);
});
