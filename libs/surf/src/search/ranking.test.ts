import { type ArchiveRecord, buildStarterIndex } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Archive } from './search-archive.ts';

let count = 0;
const record = (
  title: string,
  form: ArchiveRecord['form'],
  more: Partial<ArchiveRecord> = {},
): ArchiveRecord => {
  count += 1;
  return {
    id: `moma:${count}`,
    source: 'moma',
    sourceId: String(count),
    title,
    titleKind: 'given',
    creators: [{ name: 'Ada Weber' }],
    date: { text: '1930', from: 1930, to: 1930, certainty: 'exact' },
    type: 'IMAGE',
    form,
    links: {},
    mediaRights: 'http://rightsstatements.org/vocab/CNE/1.0/',
    ...more,
  };
};
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

const folder = mkdtempSync(join(tmpdir(), 'bridge-ranking-'));
let index: SearchIndex;
const titles = async (query: string): Promise<string[]> =>
  (await new Archive(index).search(query, 10)).hits.map(
    ({ record: { title, form } }) => `${form}: ${title}`,
  );
beforeAll(async () => {
  index = openSearch({ address: `file:${folder}`, clock: systemClock });
  await buildStarterIndex(index, RECORDS, systemClock);
}, 60_000);
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

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
    const { understood } = await new Archive(index).search('bracelet', 5);
    expect(understood.expanded['bracelet'] ?? []).not.toContain('ring');
  });
});
