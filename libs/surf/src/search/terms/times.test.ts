import { describe, expect, test } from 'vitest';
import { timeAt, timesAt } from './times.ts';

/** Returns the time words that a query is expanded to, each with its score; null when the query names no time. */
function timesOf(text: string): Readonly<Record<string, number>> | null {
  const time = timeAt(text.split(' '), 0);
  if (time === null) return null;
  return Object.fromEntries(time.alternatives.map(({ words, worth }) => [words.join(' '), worth]));
}
const lengthOf = (text: string): number | undefined => timeAt(text.split(' '), 0)?.length;

describe('a year', () => {
  test.each([
    ['1500 bc', { '1500bc': 1, b15: 0.5 }, 2],
    ['44 bce vase', { '44bc': 1, b1: 0.5 }, 2],
    ['1500 vase', { '1500': 1, '1500s': 0.5 }, 1],
  ])('before Christ is another one than after: %s', (text, words, length) => {
    expect(timesOf(text)).toEqual(words);
    expect(lengthOf(text)).toBe(length);
  });

  test.each(['0 bc', '10000 bc', 'bc', '500 vase'])('is not named by %s', (text) => {
    expect(timesOf(text)).toBeNull();
  });
});

describe('a century', () => {
  test.each([
    ['18th century', 'c18', 2],
    ['1st century', 'c1', 2],
    ['30th century', 'c30', 2],
    ['twentieth century', 'c20', 2],
    ['xixe siecle', 'c19', 2],
    ['iv secolo', 'c4', 2],
    ['ix cent', 'c9', 2],
    ['xx jahrhundert', 'c20', 2],
    ['viii c', 'c8', 2],
    ['17o seculo', 'c17', 2],
    ['3rd century bc', 'b3', 3],
    ['3rd century bce', 'b3', 3],
    ['2nd century ad', 'c2', 3],
    ['2nd century ce', 'c2', 3],
    ['2nd century vase', 'c2', 2],
    ['quattrocento', 'c15', 1],
    ['novecento fresco', 'c20', 1],
  ])('%s is %s', (text, word, length) => {
    expect(timesOf(text)).toEqual({ [word]: 1 });
    expect(lengthOf(text)).toBe(length);
  });

  test.each([
    'century',
    'constructor 19th century',
    '0 century',
    '31st century',
    '100th century',
    'e siecle',
    'iiii secolo',
    '18th vase',
    'third portrait',
    'vase 18th century',
    'x10 century',
  ])('%s names none', (text) => {
    expect(timeAt(text.split(' '), 0)).toBeNull();
  });

  test.each([
    ['18th 19th century', ['c18', 'c19'], 3],
    ['18th and 19th centuries', ['c18', 'c19'], 4],
    ['1st to 3rd century', ['c1', 'c2', 'c3'], 4],
    ['29th 30th century', ['c29', 'c30'], 3],
  ])('and the next one share the word: %s', (text, words, length) => {
    expect(Object.keys(timesOf(text) ?? {})).toEqual(words);
    expect(lengthOf(text)).toBe(length);
  });

  test.each([
    '19th 18th century',
    '18th and 18th century',
    '18th and 31st century',
    '18th and vase century',
    '18th vase 19th century',
    'and 18th 19th century',
    '0 2nd century',
    '18th and 19th vase',
  ])('and another word are no pair: %s', (text) => {
    expect(timeAt(text.split(' '), 0)).toBeNull();
  });

  test('is read where it stands', () => {
    expect(timeAt(['blue', '18th', 'century', 'bc'], 1)).toMatchObject({ length: 3 });
    expect(timeAt(['blue', '18th', '19th', 'century'], 1)).toMatchObject({ length: 3 });
  });
});

describe('a decade', () => {
  test('is worth most, the one behind it more than the one before', () => {
    expect(timesOf('1950s')).toEqual({ '1950s': 1, '1940s': 0.35, '1960s': 0.55 });
    expect(timesOf('fifties')).toEqual({ '1950s': 1, '1940s': 0.35, '1960s': 0.55 });
    expect(lengthOf('fifties')).toBe(1);
  });

  test.each([
    ['twenties', '1920s'],
    ['thirties', '1930s'],
    ['forties', '1940s'],
    ['sixties', '1960s'],
    ['seventies', '1970s'],
    ['eighties', '1980s'],
    ['nineties', '1990s'],
    ['20s', '1920s'],
    ['60s', '1960s'],
    ['90s', '1990s'],
  ])('%s is %s', (text, decade) => {
    expect(timesOf(text)).toMatchObject({ [decade]: 1 });
    expect(lengthOf(text)).toBe(1);
  });

  test.each(['10s', '00s', 'x60s', '60sx'])('%s is none', (text) => {
    expect(timesOf(text)).toBeNull();
  });

  test('at the turn of a century may mean the whole century', () => {
    expect(timesOf('1900s')).toEqual({ '1900s': 1, c20: 0.8 });
    expect(timesOf('1800s')).toEqual({ '1800s': 1, c19: 0.8 });
  });
});

describe('a year', () => {
  test('brings its decade for half', () => {
    for (const year of ['1000', '1953', '2026'])
      expect(timesOf(year)).toEqual({ [year]: 1, [`${year.slice(0, 3)}0s`]: 0.5 });
    expect(lengthOf('1953 chair')).toBe(1);
  });

  test('and a later one are a range of at most sixty years, by decades', () => {
    expect(timesOf('1925 1941')).toEqual({ '1920s': 1, '1930s': 1, '1940s': 1 });
    expect(lengthOf('1925 1941')).toBe(2);
    expect(timesOf('1920 1980')).toHaveProperty('1980s');
    expect(Object.keys(timesOf('1929 1989') ?? {})).toHaveLength(7);
    expect(timesOf('1920 1930')).toEqual({ '1920s': 1, '1930s': 1 });
    for (const text of ['1920 1981', '1920 1920', '1920 1910', '1920 19300'])
      expect(lengthOf(text)).toBe(1);
  });

  test.each(['953', '2126', '19530', '0950', 'a1953'])('%s is none', (text) => {
    expect(timesOf(text)).toBeNull();
  });
});

describe('several times', () => {
  const several = (text: string, isWide = true) => {
    const time = timesAt(text.split(' '), 0, isWide);
    return time === null
      ? null
      : { length: time.length, words: time.alternatives.map(({ words }) => words.join(' ')) };
  };

  test('mean any of them, each with its highest worth', () => {
    const time = timesAt(['1920s', 'and', 'the', '1930s'], 0, true);
    expect(time?.length).toBe(4);
    expect(time?.alternatives).toContainEqual({ words: ['1930s'], worth: 1 });
    expect(timesAt(['1930s', '1920s'], 0, true)?.alternatives).toContainEqual({
      words: ['1930s'],
      worth: 1,
    });
    expect(new Set(time?.alternatives.map(({ words }) => words[0])).size).toBe(
      time?.alternatives.length,
    );
  });

  test('are at most four, and one when only simple times are read', () => {
    expect(several('1910s 1920s 1930s 1940s 1950s')?.length).toBe(4);
    expect(several('1910s 1920s', false)?.length).toBe(1);
    expect(several('1920s and 1930s')?.length).toBe(3);
    expect(timesAt(['vase', '1920s', '1930s'], 1, true)?.length).toBe(2);
    expect(several('vase 1920s')).toBeNull();
    expect(several('early 19th century')?.length).toBe(3);
    expect(several('early 19th century', false)).toBeNull();
    expect(several('1953 and vase')?.length).toBe(1);
  });
});
