import type { ArchiveRecord } from '@bridge/archive';
import { expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

const painted = (text: string, from: number, to: number): ArchiveRecord =>
  testRecord(text, {
    title: `Landscape with a river, ${text}`,
    form: 'painting',
    date: { text, from, to, certainty: 'exact' },
  });

const archive = TestArchive.of([
  painted('2nd BC', -200, -101),
  painted('500 BC', -500, -500),
  painted('17th', 1600, 1699),
  painted('18th', 1700, 1799),
  painted('18th-b', 1701, 1800),
  painted('19th', 1800, 1899),
  painted('20th', 1900, 1999),
  painted('1850', 1850, 1850),
]);

// Verifies: search.sentence-exclusions.
test.each([
  ['no paintings from the 18th century', ['2nd BC', '500 BC', '17th', '19th', '20th', '1850']],
  ['no paintings before 1800', ['19th', '20th', '1850']],
  ['no paintings after 1800', ['2nd BC', '500 BC', '17th', '18th', '18th-b']],
  ['no paintings between 1800 and 1900', ['2nd BC', '500 BC', '17th', '18th', '18th-b', '20th']],
])(
  'works of a whole century or before Christ are excluded by the years of "%s"',
  async (exclusion, others) => {
    // A river is the wish, so that the exclusion does not become a filter of dates.
    const { hits } = await archive.search(`rivers, ${exclusion}`);
    expect(hits.map(({ record }) => record.sourceId).sort()).toEqual(others.sort());
  },
);
