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
const subjects = TestArchive.of([
  ...several((number) => made(number, 'Martin Ford', { title: `Harbour ${number}` })),
  ...several((number) => made(number, 'Ann King', { title: `Meadow ${number}` }), 3),
  ...several((number) => made(number, 'Luther Hall', { title: `Barn ${number}` }), 1),
  made(1, 'Victoria Queen', { title: 'Leaves from a Journal' }),
  ...several((number) => testRecord(`queen-${number}`, { title: `Queen Victoria ${number}` })),
  testRecord('speech', { title: 'Martin Luther King Giving a Speech' }),
]);
const subjectKind = async (query: string, part: string): Promise<string | undefined> =>
  (await subjects.search(query)).understood.units.find(({ text }) => text === part)?.kind;

describe('the name of a person whom works show', () => {
  // Verifies: search.roles.
  test('is a subject when its first word is a given name and no maker has the whole name', async () => {
    expect(await subjectKind('martin luther king', 'martin')).toBe('both');
    const [first] = await subjects.titles('martin luther king speech');
    expect(first).toBe('print: Martin Luther King Giving a Speech');
  });

  test('is a subject when the maker of this name made few of the works that have it', async () => {
    expect(await subjectKind('queen victoria', 'queen victoria')).toBe('both');
    const titles = await subjects.titles('queen victoria');
    expect(titles.slice(0, 3).every((title) => /Queen Victoria/.test(title))).toBe(true);
  });

  test('stays the maker of its own works', async () => {
    expect(await subjectKind('martin ford harbour', 'martin ford')).toBe('creator');
    expect(await subjectKind('martin harbour', 'martin')).toBe('creator');
  });
});

describe('the profession of a maker after a nation', () => {
  // Verifies: search.roles.
  test('is the kind of the works, unless the query names another kind', async () => {
    const { understood } = await archive.search('roman photographer');
    expect(understood.units.map(({ alternatives }) => alternatives[0]?.words)).toEqual([
      ['roman'],
      ['photograph'],
    ]);
    const posters = (await archive.search('roman graphic designer posters')).understood.units;
    expect(posters.map(({ optional }) => optional)).toEqual([false, true, true, false]);
  });
});

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
