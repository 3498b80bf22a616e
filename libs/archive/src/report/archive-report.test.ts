import { expect, test } from 'vitest';
import type { ArchiveStats } from '../import/archive-stats.ts';
import { RecordTextCleaner } from '../record/clean.ts';
import { genericSource } from '../sources/generic.ts';
import { ArchiveReportBuilder } from './archive-report.ts';
import { reportHtml } from './report-html.ts';
import { PROBLEMS_MAX } from './source-report.ts';

const FIELDS = {
  id: 'id',
  title: 'title',
  creator: 'creator',
  date: 'date',
  page: 'page',
  accession: 'no',
  rights: 'rights',
};

function reportOf(rows: readonly Record<string, string>[], name = 'village') {
  const builder = new ArchiveReportBuilder();
  const source = genericSource({ source: name, dataset: 'V', institution: 'V', fields: FIELDS });
  for (const row of rows) {
    const record = source.map(row, { cleaner: new RecordTextCleaner(), yearMax: 2_027 });
    if (typeof record !== 'string') builder.add(record);
  }
  const file = { name: 'v.csv', sha256: 'x', source: name, dataset: 'V', read: 9, bad: 2, at: 0 };
  const stats: ArchiveStats = {
    version: 'v1',
    documents: rows.length,
    builtAt: 0,
    previous: null,
    trouble: null,
    sources: [],
    files: [file],
  };
  return builder.report(stats);
}

const ROWS: Record<string, string>[] = [
  {
    id: '1',
    title: 'Plough',
    creator: 'Smith, John',
    date: '1880',
    page: 'http://v.example/1',
    no: 'A1',
    rights: 'CC0',
  },
  {
    id: '2',
    title: 'Plough',
    creator: 'Smith, John',
    date: '1880',
    page: 'http://v.example/1',
    no: 'A1',
    rights: 'CC0',
  },
  { id: '3', title: 'Untitled', date: 'long ago', page: 'https://v.example/3' },
  { id: '4', title: 'VIEW OF THE HARBOUR', date: 'n.d.' },
];

// Verifies: search.report.
test('a report counts the values of each field, rights, languages and duplicates by source', () => {
  const [village] = reportOf(ROWS).sources;
  expect(village?.records).toBe(4);
  const counts = Object.fromEntries(village?.fields.map(({ name, count }) => [name, count]) ?? []);
  expect(counts).toMatchObject({
    title: 3,
    creator: 2,
    date: 4,
    years: 2,
    page: 3,
    image: 0,
    'rights, known': 2,
  });
  expect(village?.rights).toEqual([
    { name: 'CC0 1.0', count: 2 },
    { name: 'Copyright Not Evaluated', count: 2 },
  ]);
  expect(village?.duplicates).toBe(1);
  expect(village?.repeated).toEqual([{ id: 'village:1', title: 'Plough', count: 2 }]);
});

// Verifies: search.report.
test('its problems are the most frequent first, each with records and what to do', () => {
  const problems = reportOf(ROWS).sources[0]?.problems ?? [];
  expect(problems.length).toBeLessThanOrEqual(PROBLEMS_MAX);
  expect(problems.map(({ count }) => count)).toEqual(
    problems.map(({ count }) => count).sort((a, b) => b - a),
  );
  const named = new Map(problems.map((one) => [one.name, one]));
  expect(named.get('the date is not read')).toMatchObject({
    count: 1,
    examples: [{ id: 'village:3', text: 'long ago' }],
  });
  expect(named.get('no date')?.count).toBe(1);
  expect(named.get('a title in capitals')?.count).toBe(1);
  expect(named.get('an accession number of several records')?.count).toBe(1);
  expect(named.get('an address without https')?.count).toBe(2);
  expect(named.get('left out by an import')?.count).toBe(2);
  expect(problems.every(({ hint }) => hint !== '')).toBe(true);
});

// Verifies: search.report.
test('the page escapes every value, has a table behind each bar, and loads and runs nothing', () => {
  const attack = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  const page = reportHtml(
    reportOf([
      { id: '1', title: attack, date: attack, creator: attack, no: attack, page: '' },
      { id: '2', title: attack, date: attack, creator: attack, no: attack, page: '' },
    ]),
  );
  expect(page).not.toMatch(/<script|<img|<link|<iframe|src=(?!x)|url\(|@import/);
  expect(page).toContain('&#60;script&#62;');
  expect(page).toContain("default-src 'none'");
  const bars = page.match(/<i style="width:[\d.]+%">/g) ?? [];
  const rows = page.match(/<tr><th scope="row">/g) ?? [];
  expect(bars.length).toBeGreaterThan(20);
  expect(rows).toHaveLength(bars.length);
  for (const table of page.split('<table>').slice(1))
    expect(table).toMatch(/^<caption>[^<]+<\/caption>/);
});
