import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from './archive.fixture.ts';

let count = 0;
const record = (title: string, nationality: string, more: Partial<ArchiveRecord> = {}) =>
  testRecord(String((count += 1)), {
    title,
    creators: [{ name: `Maker ${count}`, nationality }],
    ...more,
  });
const archive = TestArchive.of([
  record('Bowl with fish', 'Danish', { form: 'glass' }),
  record('Bowl with birds', 'Finnish', { form: 'glass' }),
  record('Bowl with leaves', 'Italian', { form: 'glass' }),
  record('The Salt Workers', 'Mexican', {
    form: 'photograph',
    medium: 'Gelatin silver print',
  }),
  record('The Salt Workers', 'Mexican', { form: 'print', medium: 'Linoleum cut' }),
  ...Array.from({ length: 10 }, (_, at) =>
    record(`Bowl ${at}`, 'Italian', { form: 'ceramic', culture: ['early Christian'] }),
  ),
  record('Saint George and the dragon', 'Russian', { form: 'painting', classification: ['icons'] }),
  record('Saint Anne', 'Russian', { form: 'painting', classification: ['icons'] }),
  ...Array.from({ length: 10 }, (_, at) =>
    testRecord(`g${at}`, { title: `Harbour ${at}`, creators: [{ name: 'George Brown' }] }),
  ),
]);

describe('a region', () => {
  // Verifies: search.roles.
  test('is a condition that the works of its nations meet', async () => {
    const titles = await archive.titles('scandinavian glass', 2);
    expect(titles.sort()).toEqual(['glass: Bowl with birds', 'glass: Bowl with fish']);
  });
});

describe('a part of a period', () => {
  test('is no nation', async () => {
    const { understood } = await archive.search('early bowls');
    expect(understood.units.map(({ kind }) => kind)).not.toContain('people');
  });
});

describe('a photographic print', () => {
  test('is a photograph, so it comes after a print', async () => {
    expect(await archive.titles('mexican prints workers', 2)).toEqual([
      'print: The Salt Workers',
      'photograph: The Salt Workers',
    ]);
  });
});

describe('the name after the title of a person', () => {
  test('is that of a person shown, although it is also the name of makers', async () => {
    const [first, second] = await archive.titles('icon of saint george');
    expect(first).toBe('painting: Saint George and the dragon');
    expect(second).toBe('painting: Saint Anne');
  });
});
