import type { ArchiveRecord } from '@bridge/archive';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

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
  record('Portable radio of a nun', 'photograph', by('Jon Hay')),
  record('Portable radio, model 5, with a strap of leather', 'design', by('Jon Hay')),
  record('Nun with a camera', 'photograph', by('Jon Hay')),
  record('Pocket camera of a nun', 'design', by('Jon Hay')),
  record('Owl on a branch', 'print', { ...by('Ivo Kral'), medium: 'Etching, printed in black' }),
  record('Black owl', 'print', { ...by('Ivo Kral'), medium: 'Etching' }),
  record('Black owl', 'print', { ...by('Max Ode'), medium: 'Etching' }),
  record('Parrot, at a distance the new piano of an old friend', 'painting', by('Ida Moll')),
  record(
    'Nun with a parrot at a piano, five clerks wearing dark suits with ties, and one wearing an apron, standing in a hall',
    'photograph',
    by('Jon Hay'),
  ),
  record('Sunset', 'print', { ...by('Lena Moor'), medium: 'color reproduction' }),
  record('Sunrise', 'print', { ...by('Lena Moor'), medium: 'etching' }),
  record('Snake ring', 'jewelry', {
    ...by('Ruth Oser'),
    medium: 'gold',
    classification: ['rings', 'Gold, Silver & Jewelry'],
  }),
  record('Snake ring with a very long tail of many parts', 'jewelry', {
    ...by('Ruth Oser'),
    medium: 'silver',
    classification: ['rings', 'Gold, Silver & Jewelry'],
  }),
  record('Quay with a heron', 'painting', { ...by('Nils Aho'), medium: 'Oil on canvas' }),
  record('Heron beside an oil painting', 'photograph', by('Nils Aho')),
  record('Cabaret', 'print', {
    ...by('Paul Renn'),
    medium: 'Lithograph',
    dimensions: 'sheet: 50 x 37" (127.3 x 95.2 cm)',
    date: { text: '1893', from: 1893, to: 1893, certainty: 'exact' },
  }),
  record('At the bar', 'print', {
    ...by('Paul Renn'),
    medium: 'Lithograph',
    dimensions: 'sheet: 14 x 11" (36 x 28 cm)',
    date: { text: '1893', from: 1893, to: 1893, certainty: 'exact' },
  }),
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

  test('takes a lithograph of the size of a poster for one', async () => {
    const { hits } = await archive.search('paul renn posters', 2);
    expect(hits.map(({ record: { title } }) => title)).toEqual(['Cabaret', 'At the bar']);
    const [poster, small] = hits.map(({ scored }) => scored.score);
    expect(poster).toBeGreaterThan(small ?? 0);
  });

  // Verifies: search.roles.
  test('has a painting in oil before a photograph of an oil painting', async () => {
    expect((await titles('oil paintings of herons')).slice(0, 2)).toEqual([
      'painting: Quay with a heron',
      'photograph: Heron beside an oil painting',
    ]);
  });

  test('has a device before a picture of it, unless the query wants the picture', async () => {
    expect((await titles('portable radios'))[0]).toMatch(/^design: Portable radio/);
    expect((await titles('nun with a camera'))[0]).toBe('photograph: Nun with a camera');
  });

  test('does not take the ink of a print for the color of what it shows', async () => {
    const { hits } = await archive.search('black owl', 4);
    const inked = hits.find(({ record: { title } }) => title === 'Owl on a branch');
    expect(inked?.scored.found[0] ?? null).toBeNull();
  });

  test('has a picture of two things before a caption that lists them among many', async () => {
    const [first] = await titles('parrot piano');
    expect(first).toBe('painting: Parrot, at a distance the new piano of an old friend');
  });

  test('has a work before a reproduction of a work', async () => {
    expect(await titles('lena moor')).toEqual(['print: Sunrise', 'print: Sunset']);
  });

  test('does not take a department for the material of a work', async () => {
    const { hits } = await archive.search('gold ring with a snake', 4);
    const [gold, silver] = hits.map(({ scored }) => scored.found[0]?.worth ?? 0);
    expect(hits[0]?.record.medium).toBe('gold');
    expect(gold).toBeGreaterThan(silver ?? 0);
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
