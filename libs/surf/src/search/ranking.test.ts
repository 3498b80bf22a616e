import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from './archive.fixture.ts';

let count = 0;
const record = (
  title: string,
  form: ArchiveRecord['form'],
  more: Partial<ArchiveRecord> = {},
): ArchiveRecord =>
  testRecord(String((count += 1)), {
    title,
    form,
    creators: [{ name: 'Ada Weber' }],
    date: { text: '1930', from: 1930, to: 1930, certainty: 'exact' },
    ...more,
  });
const by = (name: string): Pick<ArchiveRecord, 'creators'> => ({ creators: [{ name }] });

const RECORDS = [
  record('Evening', 'print', { medium: 'Lithograph with collage additions' }),
  record('Morning', 'drawing', { medium: 'Collage of pasted paper on board' }),
  record('The Tavern', 'print', { ...by('Otto Lind'), medium: 'Lithograph from a portfolio' }),
  record('The Concert', 'print', { ...by('Otto Lind'), medium: 'Lithograph' }),
  record('Resting Figure', 'print', by('Ida Moll')),
  record('Resting Figure', 'sculpture', by('Ida Moll')),
  record(
    'Fiddler seated beside a piano in a long room with curtains and plants, and a dog',
    'photograph',
    by('Jon Hay'),
  ),
  record(
    'Fiddler with a dog at the door of a long room, with curtains, plants and a piano',
    'photograph',
    by('Jon Hay'),
  ),
  record('A bracelet with a lizard', 'jewelry', by('Eva Roth')),
  record('Two boys and a lizard', 'painting', by('Eva Roth')),
];

const archive = TestArchive.of(RECORDS);
const titles = (query: string): Promise<string[]> => archive.titles(query, 10);

describe('the order of the hits', () => {
  // Verifies: search.roles.
  test('has a work of the kind before one that only has a bit of it', async () => {
    expect((await titles('ada weber collages')).slice(0, 2)).toEqual([
      'drawing: Morning',
      'print: Evening',
    ]);
  });

  test('takes a single print for a poster rather than a print of a portfolio', async () => {
    expect((await titles('otto lind posters')).slice(0, 2)).toEqual([
      'print: The Concert',
      'print: The Tavern',
    ]);
  });

  test("has a maker's sculpture before the print of the same title", async () => {
    expect((await titles('ida moll resting figure')).slice(0, 2)).toEqual([
      'sculpture: Resting Figure',
      'print: Resting Figure',
    ]);
  });

  test('has things that are near to each other in a long title first', async () => {
    const [first] = await titles('fiddler dog');
    expect(first).toMatch(/^photograph: Fiddler with a dog/);
  });

  test('has things of a general kind, and a thing does not mean the others', async () => {
    expect(await titles('people')).toEqual(['painting: Two boys and a lizard']);
    expect((await titles('jewellery lizard'))[0]).toBe('jewelry: A bracelet with a lizard');
    const { understood } = await archive.search('bracelet', 5);
    expect(understood.expanded['bracelet'] ?? []).not.toContain('ring');
  });
});
