import { describe, expect, test } from 'vitest';
import { TestArchive } from '../archive.fixture.ts';
import type { ArchiveSearchResult } from '../search-archive.ts';

const starter = TestArchive.starter();

const search = (query: string): Promise<ArchiveSearchResult> => starter.search(query, 20);
const unitsOf = (query: string): Promise<string[]> => starter.units(query);
const shownOf = async (query: string): Promise<Readonly<Record<string, string>>> =>
  (await search(query)).understood.text.shown;

describe('a request in a sentence', () => {
  // Verifies: search.sentences.
  test.each([
    ['please show me pictures of horses', ['horses']],
    ['I am looking for bowls made out of porcelain', ['bowls', 'porcelain']],
    ['something by matisse for my website', ['matisse']],
    ['brooch in the shape of a butterfly', ['brooch', 'butterfly']],
  ])('is searched by what it says of the works: %s', async (query, units) => {
    expect(await unitsOf(query)).toEqual(units);
  });

  test('of such words alone is searched by them', async () => {
    expect(await unitsOf('in the shape of')).not.toEqual([]);
  });

  // Verifies: search.sentences.
  test('names the words that it left out', async () => {
    const { understood } = await search('bowls made out of porcelain');
    expect(understood.ignored).toContain('made out of');
  });

  // Verifies: search.sentence-exclusions.
  test.each([
    ['landscape but no photographs', 'photographs', /photograph/],
    ['portrait without paintings or drawings', 'paintings, drawings', /painting|drawing/],
    ['portraits other than prints', 'prints', /^print$/],
  ])('never finds what it excludes: %s', async (query, not, form) => {
    const { understood, hits } = await search(query);
    expect(understood.text.shown['not']).toBe(not);
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.filter(({ record }) => form.test(record.form))).toEqual([]);
  });

  // Verifies: search.sentence-exclusions.
  test('excludes a maker', async () => {
    const { hits } = await search('painting not by matisse');
    expect(hits.length).toBeGreaterThan(5);
    const makers = hits.flatMap(({ record }) => record.creators.map(({ name }) => name));
    expect(makers.filter((name) => name.includes('Matisse'))).toEqual([]);
  });

  test.each(['No. 5', 'sans titre', 'senza titolo', 'no 12'])(
    'is no exclusion where the word belongs to a title: %s',
    async (query) => {
      expect(await shownOf(query)).toEqual({});
    },
  );

  // Verifies: search.sentence-exclusions.
  test('restricts to a kind', async () => {
    const { understood, hits } = await search('turner watercolours only');
    expect(understood.text.shown).toMatchObject({ type: 'watercolor' });
    expect(hits.length).toBeGreaterThan(3);
    expect(hits.filter(({ record }) => record.form !== 'watercolor')).toEqual([]);
  });

  // Verifies: search.sentence-rights.
  test.each([
    'free to use portraits',
    'portraits in the public domain',
    'cc0 portraits',
    'open licence portrait',
  ])('about rights filters by them: %s', async (query) => {
    const { understood, hits } = await search(query);
    expect(understood.text.shown).toEqual({ rights: 'open' });
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.filter(({ record }) => !record.mediaRights.includes('zero'))).toEqual([]);
  });

  // Verifies: search.sentence-rights.
  test.each([
    ['bowls not in the public domain', 'in the public domain'],
    ['bowls that are not free to use', 'free to use'],
    ['bowls but not cc0', 'cc0'],
  ])('for works that are not free finds no free ones: %s', async (query, not) => {
    const { understood, hits } = await search(query);
    expect(understood.text.shown).toEqual({ not });
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.filter(({ record }) => record.mediaRights.includes('zero'))).toEqual([]);
  });

  // Verifies: search.sentence-years.
  test.each([
    ['portrait before 1800', '..1799'],
    ['portrait since 1950', '1950..'],
    ['posters between 1900 and 1920', '1900..1920'],
    ['posters from 1900 to 1920', '1900..1920'],
    ['posters after the 1950s', '1960..'],
    ['glass before the 18th century', '..1700'],
    ['posters 1950 or later', '1950..'],
    ['posters from the 1950s onwards', '1950..'],
    ['portraits of 1850 and earlier', '..1850'],
    ['posters, nothing 1950 or later', '..1949'],
    ['vase before 500 bc', '..-501'],
    ['vase after the 5th century B.C.', '-400..'],
    ['vase between 500 and 300 BC', '-500..-300'],
    ['coin from 50 B.C. to 70 A.D.', '-50..70'],
  ])('about years filters by them: %s', async (query, date) => {
    expect(await shownOf(query)).toEqual({ date });
  });

  test.each([
    ['early 19th century painting', ['1800s', '1830s'], '1890s'],
    ['late 1960s poster', ['1960s'], '1950s'],
    ['poster 1920s 1930s', ['1920s', '1930s'], '1990s'],
  ])('means a part of a century or several decades: %s', async (query, words, other) => {
    const { understood } = await search(query);
    const time = understood.units.find(({ kind }) => kind === 'time');
    const meant = time?.alternatives.map((one) => one.words.join(' ')) ?? [];
    expect(meant).toEqual(expect.arrayContaining(words));
    expect(meant).not.toContain(other);
  });
});

describe('the roles of words', () => {
  const unit = async (query: string, text: string) => {
    const found = (await search(query)).understood.units.find((one) => one.text === text);
    if (found === undefined) throw new Error(`${query} has no part ${text}`);
    return found;
  };

  // Verifies: search.roles.
  test('a nation is a condition on the work, and a maker of that name is none', async () => {
    expect(await unit('dutch portrait', 'dutch')).toMatchObject({ kind: 'people' });
    expect((await unit('matisse portrait', 'matisse')).kind).not.toBe('people');
  });

  // Verifies: search.roles.
  test('the form that is wished for comes before works that only show it', async () => {
    const { hits } = await search('posters');
    expect(hits.slice(0, 12).every(({ record }) => record.form === 'poster')).toBe(true);
  });

  test('things with "or" between them are one condition, as are two colors', async () => {
    const either = await unit('portrait of a horse or dog', 'horse or dog');
    expect(either.alternatives.map(({ words }) => words.join(' '))).toEqual(
      expect.arrayContaining(['horse', 'dog']),
    );
    const colors = await unit('black and white cat', 'black and white');
    expect(colors.alternatives.map(({ words }) => words)).toEqual([['black', 'white']]);
  });

  test('a term may be written together or apart', async () => {
    const { alternatives } = await unit('water color', 'water color');
    expect(alternatives.map(({ words }) => words.join(' '))).toContain('watercolor');
  });
});

describe('a query in another language', () => {
  // Verifies: search.languages.
  test.each([
    ['windmolens', /mill/i],
    ['coucher de soleil', /sunset/i],
    ['портрет', /portrait/i],
    ['krajobraz', /landscape/i],
    ['puesta de sol', /sunset/i],
  ])('finds the same thing in English: %s', async (query, title) => {
    const { hits, understood } = await search(query);
    expect(understood.corrected.size).toBe(0);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.slice(0, 3).some(({ record }) => title.test(JSON.stringify(record)))).toBe(true);
  });

  test('leads to no word of another meaning in English', async () => {
    const { understood } = await search('box');
    expect(understood.expanded['box'] ?? []).not.toContain('boxing');
  });
});

describe('hostile queries', () => {
  // Verifies: search.text-as-words.
  test.each([
    'no '.repeat(75),
    'without without without',
    'only only only',
    'type:constructor poster',
    'constructor only',
    'constructor 19th century',
    'poster, no constructor',
    Array.from({ length: 150 }, (_, at) => String.fromCodePoint(97 + (at % 26))).join(' '),
    'not a b c d e f g h i j k l m n or p or q or r or s or t or u or v',
    'между '.repeat(50),
    '\u202egold\u202c \u0301\u0301\u0301 e\u0301',
    "' OR 1=1 -- ; DROP TABLE doc",
    '(?:a+)+$ [a-z]* \\1',
    '山'.repeat(300),
    'between 1900 and between 1900 and 1920 to 1800 before',
    'of the and in with',
  ])('have an answer: %s', async (query) => {
    const from = performance.now();
    const { hits } = await search(query);
    expect(hits.length).toBeLessThanOrEqual(20);
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});
