import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from './archive.fixture.ts';

const made = (number: number, name: string, facts: Partial<ArchiveRecord>): ArchiveRecord =>
  testRecord(`${name.replaceAll(' ', '-')}-${number}`, { creators: [{ name }], ...facts });
const several = (make: (number: number) => ArchiveRecord, length = 12): ArchiveRecord[] =>
  Array.from({ length }, (_, number) => make(number));

const archive = TestArchive.of([
  ...several((number) => made(number, 'Roman', { title: `Jar ${number}`, form: 'glass' }), 40),
  ...several((number) =>
    testRecord(`culture-${number}`, {
      title: `Bottle ${number}`,
      form: 'glass',
      culture: ['Roman'],
    }),
  ),
  ...several((number) =>
    made(number, 'Associated Press', { title: `Flood ${number}`, form: 'photograph' }),
  ),
  testRecord('press', { title: 'The Printing Press', medium: 'Woodcut' }),
  ...several((number) =>
    made(number, 'Ann Hill', {
      title: `Hollow ${number}`,
      form: 'sculpture',
      movements: ['New British Sculpture'],
    }),
  ),
  ...several((number) =>
    testRecord(`moor-${number}`, {
      title: `Mother and Child ${number}`,
      form: 'sculpture',
      creators: [{ name: `Joan Moor ${number}`, nationality: 'British' }],
    }),
  ),
]);
const kindOf = async (query: string, part: string): Promise<string | undefined> =>
  (await archive.search(query)).understood.units.find(({ text }) => text === part)?.kind;

describe('a word of a maker’s name', () => {
  // Verifies: search.roles.
  test('is a nation when makers without a name of their own have it', async () => {
    expect(await kindOf('roman glass bottle', 'roman')).toBe('people');
    const [first = ''] = await archive.titles('roman glass bottle');
    expect(first).toMatch(/^glass: Bottle/);
  });

  test('names no maker when companies have it', async () => {
    const [first] = await archive.titles('printing press woodcut');
    expect(first).toBe('print: The Printing Press');
    expect(await kindOf('printing press woodcut', 'press')).toBe('word');
  });

  test('names the company in the company’s whole name', async () => {
    expect(await kindOf('associated press flood', 'associated press')).toBe('creator');
  });
});

describe('a part of the name of a movement', () => {
  // Verifies: search.roles.
  test('is a nation and a kind, not the movement', async () => {
    const [first = ''] = await archive.titles('british sculpture of a mother and child');
    expect(first).toMatch(/^sculpture: Mother and Child/);
  });

  test('is the movement as a whole name', async () => {
    expect(await kindOf('new british sculpture', 'new british sculpture')).toBe('movement');
  });
});
