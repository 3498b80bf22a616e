import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TestArchive } from '../archive.fixture.ts';
import type { ArchiveSearchResult } from '../search-archive.ts';

const starter = TestArchive.starter();

const search = (query: string): Promise<ArchiveSearchResult> => starter.search(query, 50);
const shownOf = async (query: string): Promise<Readonly<Record<string, string>>> =>
  (await search(query)).understood.text.shown;
const unitsOf = (query: string): Promise<string[]> => starter.units(query);
const formsOf = ({ hits }: ArchiveSearchResult): string[] => hits.map(({ record }) => record.form);

describe('an exclusion of years', () => {
  // Verifies: search.sentence-years.
  test.each([
    ['nothing after 1900', '..1900'],
    ['portraits, nothing after 1900', '..1900'],
    ['no paintings before 1900', '1900..'],
    ['paintings, but no paintings before 1900', '1900..'],
    ['portraits not after 1850', '..1850'],
    ['portraits not before the 1950s', '1950..'],
    ['prints, nothing later than 1800', '..1800'],
    ['vases, nothing older than 1850', '1850..'],
    ['portraits, no works made before 1700', '1700..'],
    ['portraits after 1800 but not after 1900', '1801..1900'],
    ['vases, no vases before 1800', '1800..'],
    ['no landscapes after 1900', '..1900'],
    ['landscapes but no landscapes after 1900', '..1900'],
  ])('keeps the other years: %s', async (query, date) => {
    expect(await shownOf(query)).toEqual({ date });
  });

  // Verifies: search.sentence-years.
  test.each([
    ['posters but no posters between 1920 and 1930', 'between 1920 and 1930', 1920, 1930],
    ['no posters from 1925', 'from 1925', 1925, 1925],
    ['nothing between 1900 and 1950', 'between 1900 and 1950', 1900, 1950],
    ['portraits, no works made between 1850 and 1950', 'between 1850 and 1950', 1850, 1950],
    ['posters not between 1920 and 1930', 'between 1920 and 1930', 1920, 1930],
  ])('on both sides of which years remain leaves them out: %s', async (query, not, from, to) => {
    const { hits, understood } = await search(query);
    expect(understood.text.shown).toEqual({ not });
    expect(hits.length).toBeGreaterThan(10);
    const within = hits.filter(
      ({ record: { date } }) => (date.from ?? 0) >= from && (date.to ?? 9_999) <= to,
    );
    expect(within).toEqual([]);
  });

  // Verifies: search.sentence-years.
  test.each(['portraits before 1850 or after 1950', 'portraits after 1950 or before 1850'])(
    'is what two ranges with "or" between them leave out: %s',
    async (query) => {
      const { hits, understood } = await search(query);
      expect(understood.text.shown).toEqual({ not: '1850..1950' });
      expect(hits.some(({ record: { date } }) => (date.to ?? 9_999) < 1850)).toBe(true);
      expect(hits.some(({ record: { date } }) => (date.from ?? 0) > 1950)).toBe(true);
    },
  );

  // Verifies: search.sentence-exclusions.
  test('of a maker removes nothing by others', async () => {
    const { understood } = await search('no paintings by matisse before 1920');
    expect(understood.text.shown).toEqual({ not: 'paintings by matisse before 1920' });
  });

  test.each([
    ['landscapes but no winter landscapes after 1900', { not: 'winter landscapes after 1900' }],
    ['harbour without boats before 1900', { not: 'boats', date: '..1899' }],
  ])('of things concerns the things that are wished for: %s', async (query, shown) => {
    expect(await shownOf(query)).toEqual(shown);
  });

  test('of a kind removes that kind of those years only', async () => {
    const { hits, understood } = await search('portraits, no paintings before 1900');
    expect(understood.text.shown).toEqual({ not: 'paintings before 1900' });
    const late = hits.filter(({ record }) => record.form === 'painting');
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(({ record }) => (record.date.to ?? 0) < 1900)).toEqual([]);
    expect(hits.some(({ record }) => (record.date.to ?? 9_999) < 1900)).toBe(true);
  });
});

describe('an exclusion with more than one part', () => {
  // Verifies: search.sentence-exclusions.
  test('removes the records that meet all of it', async () => {
    const { hits, understood } = await search('woman, no paintings by matisse');
    expect(understood.text.shown['not']).toBe('paintings by matisse');
    expect(hits.some(({ record }) => record.form === 'painting')).toBe(true);
    const byMatisse = hits.filter(({ record }) =>
      record.creators.some(({ name }) => name.includes('Matisse')),
    );
    expect(byMatisse.filter(({ record }) => record.form === 'painting')).toEqual([]);
  });

  test('is no wish for its own words', async () => {
    expect(await unitsOf('landscape, no photographs of children in paris')).toEqual(['landscape']);
    const { hits } = await search('no paintings by matisse');
    expect(hits.length).toBe(50);
  });

  test.each(['prints rather than paintings of dogs', 'prints instead of paintings of dogs'])(
    'leaves the wish that belongs to both kinds: %s',
    async (query) => {
      expect(await unitsOf(query)).toEqual(['prints', 'dogs']);
      expect(await shownOf(query)).toEqual({ not: 'paintings' });
    },
  );

  test('may begin with a maker or a technique', async () => {
    const { hits } = await search('woman, no matisse prints');
    const forms = formsOf({ hits } as ArchiveSearchResult);
    expect(forms).toContain('print');
    const prints = hits.filter(({ record }) => record.form === 'print');
    const makers = prints.flatMap(({ record }) => record.creators.map(({ name }) => name));
    expect(makers.filter((name) => name.includes('Matisse'))).toEqual([]);
  });

  // Verifies: search.sentence-exclusions.
  test.each([
    ['watercolours, no paintings', 'watercolor'],
    ['coins, no medals', 'coin'],
    ['drawings but no sketches', 'drawing'],
  ])('never removes the kind that the query wishes for: %s', async (query, form) => {
    expect(formsOf(await search(query))).toContain(form);
  });
});

describe('an excluded filter', () => {
  // Verifies: search.filters.
  test.each([
    ['dog -type:photograph,print', ['photograph', 'print'], 'painting'],
    ['landscape -type:painting', ['painting'], 'watercolor'],
    ['portrait -type:print', ['print'], 'photograph'],
    ['-type:print', ['print'], 'painting'],
  ])('leaves out works of these types and no others: %s', async (query, types, other) => {
    const forms = formsOf(await search(query));
    expect(forms.filter((form) => types.includes(form))).toEqual([]);
    expect(forms).toContain(other);
  });

  // Verifies: search.filters.
  test('of a maker leaves out the works of the maker, not those that show or name the maker', async () => {
    const { hits } = await search('turner -creator:turner');
    expect(hits.some(({ record }) => record.title.includes('Turner'))).toBe(true);
    const makers = hits.flatMap(({ record }) => record.creators.map(({ name }) => name));
    expect(makers.filter((name) => /\bTurner\b/.test(name))).toEqual([]);
  });
});

describe('a restriction', () => {
  // Verifies: search.sentence-exclusions.
  test.each([
    ['turner oil paintings only', { type: 'painting', only: 'oil paintings' }],
    ['only blue glass vases', { only: 'glass vases' }],
    ['vases only', { only: 'vases' }],
    ['only etchings, only turner', { only: 'etchings, turner' }],
    ['type:coin only prints', { type: 'coin' }],
    ['type:print only prints', { type: 'print', only: 'prints' }],
    ['only etchings of venice', { only: 'etchings' }],
    ['only works by matisse', { only: 'matisse' }],
    ['photographs of bridges only', { only: 'bridges' }],
    ['not only paintings', {}],
  ])('takes the noun beside it: %s', async (query, shown) => {
    expect(await shownOf(query)).toEqual(shown);
  });

  test('to a thing leaves nothing else', async () => {
    const { hits } = await search('purple bowls only');
    expect(hits.length).toBeGreaterThan(0);
    for (const { record } of hits) expect(JSON.stringify(record)).toMatch(/bowl/i);
  });
});

describe('a time with hyphens', () => {
  test.each([
    ['19th-century portrait', ['c19']],
    ['18th-19th century silver', ['c18', 'c19']],
    ['18th and 19th centuries silver', ['c18', 'c19']],
    ['mid-19th-century dress', ['1850s']],
    ['1950s-60s posters', ['1950s', '1960s']],
    ['posters of the 60s', ['1960s']],
  ])('is a time and no accession number: %s', async (query, words) => {
    const { units } = (await search(query)).understood;
    expect(units.map(({ kind }) => kind)).not.toContain('accession');
    const time = units.find(({ kind }) => kind === 'time');
    const meant = time?.alternatives.map((one) => one.words.join(' '));
    expect(meant).toEqual(expect.arrayContaining(words));
  });

  test('may name a period or limit the years', async () => {
    const [period] = (await search('mid-century chair')).understood.units;
    expect(period?.era).toMatchObject({ from: 1945 });
    expect(await shownOf('pre-1900 posters')).toEqual({ date: '..1899' });
  });
});

describe('a word of English', () => {
  // Verifies: search.real-words.
  test.each([
    'crane',
    'brand',
    'mobile',
    'collar',
    'strand',
    'teller',
    'coupe',
    'cavalier',
    'altar',
  ])('means itself, whatever it means in another language: %s', async (word) => {
    const { expanded } = (await search(word)).understood;
    expect(expanded[word] ?? []).toEqual([]);
  });

  test('is not replaced because a name has a particle of another language', async () => {
    const { understood } = await search('van gogh box');
    expect(understood.expanded).not.toHaveProperty('box');
    expect(understood.units.find(({ text }) => text === 'gogh')?.kind).toBe('creator');
  });

  test('of another language in a sentence of that language still leads to the thing', async () => {
    const { expanded } = (await search('mer au coucher de soleil')).understood;
    expect(Object.values(expanded).flat()).toContain('sunset');
  });
});

describe('a list and a frame', () => {
  test('kinds with "and" between them are one condition', async () => {
    expect(await unitsOf('etchings and drawings by matisse')).toEqual([
      'etchings or drawings',
      'matisse',
    ]);
    expect(await unitsOf('cats and dogs')).toEqual(['cats', 'dogs']);
  });

  // Verifies: search.sentences.
  test.each([
    ['birds for my gardening blog', ['birds']],
    ['birds for a website about music', ['birds', 'music']],
    ['bridges that I can use for a book', ['bridges']],
    ['I am looking for a teapot', ['teapot']],
    ['do you have any teapots', ['teapots']],
  ])('the use of a picture is no wish: %s', async (query, units) => {
    expect(await unitsOf(query)).toEqual(units);
  });
});

describe('hostile sentences', () => {
  const parts = fc.constantFrom(
    ..."no not only without by before after nothing between 1900 1950s 18th-19th century van de la and or for my blog that I can use free to portrait paintings matisse , . - ( [a-z]* ' -- ; DROP".split(
      ' ',
    ),
    '\u202e',
    '🎨',
    '富士山',
    'صورة',
    'между',
  );

  // Verifies: search.text-as-words.
  test('have an answer, however their words are put together', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 40 }), async (words) => {
        const { hits, understood } = await starter.search(words.join(' '), 5);
        return hits.length <= 5 && understood.units.length <= 12;
      }),
      { numRuns: 150 },
    );
  });
});
