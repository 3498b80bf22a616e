import { need, sharedPath } from '@bridge/testing';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsedRecordsOf, openFile } from '../import/open-file.ts';
import { type RawRecord, isObject, numberOf, textOf } from '../sources/source.ts';
import { dateOf, parseDate } from './dates.ts';

const YEAR_MAX = 2027;

describe('a date text', () => {
  it.each([
    ['1843–4', 1843, 1844, 'range'],
    ['c.1801–10', 1801, 1810, 'range'],
    ['?1819', 1819, 1819, 'circa'],
    ['(c. 1954-58)', 1954, 1958, 'range'],
    ['1980, published 1981', 1980, 1980, 'exact'],
    ['1939, cast 1959', 1939, 1939, 'exact'],
    ['1943, cast 1944–5', 1943, 1943, 'exact'],
    ['c. 1951, printed 1970s', 1951, 1951, 'circa'],
    ['950, printed 1970s', 950, 950, 'exact'],
    ['cast 1944–5', 1944, 1945, 'range'],
    ['no. 12, printed 1970s', 1970, 1979, 'range'],
    ['no. 123, printed 1970s', 1970, 1979, 'range'],
    ['10000 BC', -10_000, -10_000, 'exact'],
    ['2027', 2027, 2027, 'exact'],
    ['19th century', 1800, 1899, 'century'],
    ['late 18th-early 19th century', 1775, 1825, 'century'],
    ['c. 1920s', 1920, 1929, 'range'],
    ['early 1920s', 1920, 1924, 'range'],
    ['2000s', 2000, 2009, 'range'],
    ['1900s', 1900, 1909, 'range'],
    ['1800s', 1800, 1899, 'range'],
    ['1000s', 1000, 1099, 'range'],
    ['late 1800s', 1875, 1899, 'range'],
    ['c. early 1700s', 1700, 1725, 'range'],
    ['mid-1900s', 1933, 1966, 'range'],
    ['early 2000s', 2000, 2004, 'range'],
    ['late 1500s BC', -1524, -1500, 'range'],
    ['1700s-1800s', 1700, 1899, 'range'],
    ['late 1800s-early 1900s', 1875, 1925, 'range'],
    ['1790s-1800s', 1790, 1809, 'range'],
    ['1890s or 1900s', 1890, 1909, 'range'],
    ["1920's", 1920, 1929, 'range'],
    ['c. late 1840’s to 1850’s', 1846, 1859, 'range'],
    ["1920's, printed later", 1920, 1929, 'range'],
    ['1340s BC', -1349, -1340, 'range'],
    ['early 1340s BC', -1349, -1345, 'range'],
    ['1500s bc', -1599, -1500, 'range'],
    ['1340s-1330s BC', -1349, -1330, 'range'],
    ['1340s-30s BC', -1349, -1330, 'range'],
    ['480s BCE', -489, -480, 'range'],
    ['c. 110s-90s BC', -119, -90, 'range'],
    ['20s BC - 10s AD', -29, 19, 'range'],
    ['140s BC - 20s AD', -149, 29, 'range'],
    ['480s AD', 480, 489, 'range'],
    ['750-250 BC', -750, -250, 'range'],
    ['100 BC - AD 50', -100, 50, 'range'],
    ['3rd millennium BC', -3000, -2001, 'century'],
    ['1059 AH/AD 1649', 1649, 1649, 'exact'],
    ['11th century AH/AD 17th century', 1600, 1699, 'century'],
    ['3/24/1929', 1929, 1929, 'exact'],
    ['Paris, June-July 1907', 1907, 1907, 'exact'],
    ['before 1850', 1850, 1850, 'before'],
    ['after c.1830', 1830, 1830, 'after'],
    ['Edo period (1603-1867), c. 1790-1830', 1790, 1830, 'range'],
    ['ca. 1260; miniature additions ca. 1290-1300', 1260, 1260, 'circa'],
  ])('%s means %i to %i, %s', (text, from, to, certainty) => {
    expect(parseDate(text, YEAR_MAX)).toEqual({ text, from, to, certainty });
  });

  it.each([
    'n.d.',
    'no date',
    '',
    'undated',
    'date not known',
    'various',
    '-',
    '99999',
    '2028',
    '10001 BC',
    'Ming Dynasty',
  ])('%s has no years', (text) => {
    expect(parseDate(text, YEAR_MAX)).toMatchObject({ from: null, to: null, certainty: 'none' });
  });

  it('has no years after the limit that the caller gives', () => {
    expect(parseDate('2028', 2027).from).toBeNull();
    expect(parseDate('2028', 2028).from).toBe(2028);
    expect(parseDate('2028', 2027).from).toBeNull();
  });

  it('never throws, and its years are possible and in order, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789 -–/acdhnrstuy.(),') }),
    );
    fc.assert(
      fc.property(text, (any) => {
        const { from, to } = parseDate(any, YEAR_MAX);
        return (
          (from === null) === (to === null) &&
          (from ?? 0) <= (to ?? 0) &&
          (from ?? 0) >= -10_000 &&
          (to ?? 0) <= YEAR_MAX
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the possible years of its source and drops the impossible', () => {
    expect(dateOf('c. 1500', 1490, 1510, YEAR_MAX)).toMatchObject({
      date: { from: 1490, to: 1510 },
      dropped: false,
    });
    expect(dateOf('c. 1500', -99_999, 1510, YEAR_MAX)).toMatchObject({
      date: { from: 1500, to: 1500 },
      dropped: true,
    });
    expect(dateOf('1953', 18_343, 18_343, YEAR_MAX)).toMatchObject({
      date: { from: 1953 },
      dropped: true,
    });
    expect(dateOf('1953', null, null, YEAR_MAX)).toEqual({
      date: parseDate('1953', YEAR_MAX),
      dropped: false,
    });
    expect(dateOf('', 1900, 1890, YEAR_MAX)).toMatchObject({ date: { from: null }, dropped: true });
  });

  it.each([
    ['1953', 1950, null, 1950, 1950, 'exact'],
    ['1953', null, 1950, 1950, 1950, 'exact'],
    ['c. 1953', 1950, 1955, 1950, 1955, 'circa'],
    ['', 1950, 1950, 1950, 1950, 'exact'],
    ['', 1950, 1955, 1950, 1955, 'range'],
    ['', -10_000, 2027, -10_000, 2027, 'range'],
  ] as const)('%j with %j to %j of its source is %i to %i, %s', (text, first, last, ...years) => {
    const [from, to, certainty] = years;
    expect(dateOf(text, first, last, YEAR_MAX)).toEqual({
      date: { text, from, to, certainty },
      dropped: false,
    });
  });
});

/** Returns a record's date text, and the first and last year that the museum itself states for it. */
function pairOf(raw: RawRecord): readonly [string, number | null, number | null] {
  const range = raw['dateRange'];
  if (isObject(range))
    return [textOf(raw, 'dateText'), numberOf(range['startYear']), numberOf(range['endYear'])];
  if ('DateText' in raw)
    return [textOf(raw, 'DateText'), numberOf(raw['DateBeginYear']), numberOf(raw['DateEndYear'])];
  const year = (name: string): number | null => numberOf(/^-?\d+/.exec(textOf(raw, name))?.[0]);
  return [
    textOf(raw, 'creation_date'),
    year('creation_date_earliest'),
    year('creation_date_latest'),
  ];
}

const PAIRS = [
  'tate/artworks-json.tar.gz',
  'cmoa/cmoa-json.tar.gz',
  'wcma/objects-json-2017.tar.gz',
  'walters/objects-json-v1.no-description.tar.gz',
];

test(
  '97 of 100 real date texts lie within their museum’s own years, five more or less',
  { timeout: 120_000 },
  async (context) => {
    let [parsed, within] = [0, 0];
    for (const name of PAIRS) {
      const file = await openFile(
        await need(
          context,
          Promise.resolve().then(() => sharedPath('archive', name)),
        ),
      );
      let left = 40_000;
      for await (const { raw } of parsedRecordsOf(file)) {
        if (left-- === 0) break;
        const [text, from, to] = raw === null ? ['', null, null] : pairOf(raw);
        if (from === null || to === null || from > to || to > YEAR_MAX || Math.abs(to) <= 21)
          continue;
        const date = parseDate(text, YEAR_MAX);
        if (date.from === null || date.to === null) continue;
        parsed += 1;
        if (date.from >= from - 5 && date.to <= to + 5) within += 1;
      }
      file.close();
    }
    expect(parsed).toBeGreaterThan(30_000);
    expect(within / parsed).toBeGreaterThanOrEqual(0.97);
  },
);
