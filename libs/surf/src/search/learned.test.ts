import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from './archive.fixture.ts';
import { explainQuery } from './explain.ts';
import type { SwitchableSearchFeatureName } from './search-options.ts';

function record(id: number, title: string, other?: string, subjects?: string[]): ArchiveRecord {
  return testRecord(String(id), {
    title: other === undefined ? title : `${title} (${other})`,
    ...(other === undefined ? {} : { altTitles: [other] }),
    ...(subjects === undefined ? {} : { subjects }),
  });
}

function byMaker(
  id: number,
  title: string,
  maker: ArchiveRecord['creators'][number],
): ArchiveRecord {
  return testRecord(String(id), { title, creators: [maker] });
}

/** Returns two words for each number below 400. Each word occurs in many records. */
const wordsOf = (at: number): string[] => [
  `${'abcdefghijklmnopqrst'[at % 20] ?? ''}xolo`,
  `${'abcdefghijklmnopqrst'[Math.floor(at / 20)] ?? ''}zulu`,
];
const RECORDS = [
  record(1, 'The Drummer', 'Der Trommler'),
  record(2, 'The Drummer at the Gate', 'Der Trommler vor dem Tor'),
  record(3, 'Two Drummers and a Dog', 'Zwei Trommler und ein Hund'),
  record(4, 'A Drummer in the Rain'),
  record(5, 'A Trumpeter in the Rain'),
  ...Array.from({ length: 6 }, (_, at) =>
    record(10 + at, 'Regatta', undefined, ['spinnaker', ...wordsOf(at)]),
  ),
  record(20, 'Morning', undefined, ['spinnaker', 'dxolo']),
  record(21, 'Evening', undefined, ['dxolo', 'ezulu']),
  byMaker(30, 'View at Haarlem', { name: 'Aert van Goyen', nationality: 'Dutch', birth: 1603 }),
  byMaker(31, 'View at Delft', { name: 'Aert van Goyen', nationality: 'Dutch', birth: 1603 }),
  byMaker(32, 'View of a River', { name: 'Aert van Goyen' }),
  byMaker(33, 'View of a Lake', { name: 'Aert van Goyen', nationality: 'Swiss' }),
  ...Array.from({ length: 8 }, (_, at) =>
    byMaker(40 + at, 'Tulips', { name: 'Aert van Goyen', nationality: 'Dutch' }),
  ),
  ...Array.from({ length: 400 }, (_, at) => record(100 + at, 'View', undefined, wordsOf(at))),
];

const archive = TestArchive.of(RECORDS);

const found = async (
  query: string,
  without: readonly SwitchableSearchFeatureName[],
): Promise<string[]> => (await archive.archive(...without).records(query, 12)).map(({ id }) => id);

describe('an archive whose titles stand in two languages', () => {
  test('finds the works of a foreign word that only have an English title, after those with the word', async () => {
    const ids = await found('Trommler', []);
    expect(ids.slice(0, 3).sort()).toEqual(['own:1', 'own:2', 'own:3']);
    expect(ids[3]).toBe('own:4');
    expect(ids).not.toContain('own:5');
    expect(await found('Trommler', ['equivalents'])).not.toContain('own:4');
  });

  test('finds them by the inflected word as well', async () => {
    expect(await found('Trommlers im Regen', [])).toContain('own:4');
  });

  test('does not read an English word as a foreign one', async () => {
    expect(await found('drummer', [])).toContain('own:4');
    const { understood } = await archive.search('drummer', 1);
    expect(understood.units.flatMap(({ alternatives }) => alternatives)).toHaveLength(1);
  });

  test('explains the match by the titles from which it was learned', async () => {
    const [explanation] = await explainQuery(archive.archive(), 'Trommler', 'own:4');
    expect(explanation?.units[0]?.evidence).toBe(
      '“trommler” stands for “drummer” in 3 double titles',
    );
  });
});

describe('an archive whose terms stand together', () => {
  test('counts the neighbours of a term as weak evidence, never above the term itself, and says so', async () => {
    const ids = await found('regatta', []);
    expect(ids.slice(0, 6).every((id) => /^own:1\d$/.test(id))).toBe(true);
    expect(ids).toContain('own:20');
    expect(ids).not.toContain('own:21');
    const [explanation] = await explainQuery(archive.archive(), 'regatta', 'own:20');
    expect(explanation?.units[0]?.evidence).toMatch(
      /^“spinnaker” stands beside “regatta” in \d records$/,
    );
    expect(await found('regatta', ['neighbours'])).not.toContain('own:20');
  });

  // Verifies: search.total.
  test('does not take a record with a neighbour for one that fits the query', async () => {
    const one = await archive.search('regatta', 12);
    expect(one.hits.length).toBeGreaterThan(6);
    expect(one).toMatchObject({ whole: 6, total: { records: 6, isAtLeast: false } });
    expect((await archive.search('morning regatta', 12)).whole).toBe(0);
  });

  test('names the field that holds a neighbour, and counts one outside of the title as no part of the title', async () => {
    const [explanation] = await explainQuery(archive.archive(), 'morning regatta', 'own:20');
    expect(explanation?.units).toMatchObject([
      { text: 'morning', field: 'title' },
      { text: 'regatta', field: 'subject', words: 'spinnaker' },
    ]);
    expect(explanation?.parts.near).toBe(0);
  });
});

describe('a record that gives no nationality of its maker', () => {
  test('is found by the nation that other records give, after these, and says so', async () => {
    const ids = await found('dutch view', []);
    expect(ids.slice(0, 3)).toEqual([
      expect.stringMatching(/own:3[01]/),
      expect.stringMatching(/own:3[01]/),
      'own:32',
    ]);
    const [explanation] = await explainQuery(archive.archive(), 'dutch view', 'own:32');
    expect(explanation?.units[0]?.evidence).toBe(
      '“Aert van Goyen” is Dutch in 10 entries of other collections',
    );
    const without = await explainQuery(archive.archive('maker-nations'), 'dutch view', 'own:32');
    expect(without[0]?.units[0]?.worth).toBe(0);
  });

  test('keeps the nationality that it gives itself', async () => {
    const [explanation] = await explainQuery(archive.archive(), 'dutch view', 'own:33');
    expect(explanation?.units[0]?.worth).toBe(0);
  });
});
