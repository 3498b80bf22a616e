import { type ArchiveRecord, buildStarterIndex } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveSearcher } from '../search-archive.ts';

/** Number of drawings: more than the maximum number of candidates of all interpretations together. */
const DRAWINGS = 1_000;

const record = (at: number, form: 'drawing' | 'furniture'): ArchiveRecord => ({
  id: `moma:${at}`,
  source: 'moma',
  sourceId: String(at),
  title: form === 'drawing' ? `Chair frame, connection number ${at}` : 'Lounge Chair',
  titleKind: 'given',
  creators: [{ name: 'Ada Weber' }],
  date: { text: '1930', from: 1930, to: 1930, certainty: 'exact' },
  type: 'IMAGE',
  form,
  // Links raise the rank of the drawings, so an engine that returns only its best candidates returns the drawings.
  links:
    form === 'drawing' ? { page: 'https://a.example/1', image: 'https://a.example/1.jpg' } : {},
  mediaRights: 'http://rightsstatements.org/vocab/CNE/1.0/',
});

const folder = mkdtempSync(join(tmpdir(), 'bridge-interpretations-'));
let index: SearchIndex;
beforeAll(async () => {
  index = openSearch({ address: `file:${folder}`, clock: systemClock });
  const drawings = Array.from({ length: DRAWINGS }, (_, at) => record(at, 'drawing'));
  await buildStarterIndex(index, [...drawings, record(DRAWINGS, 'furniture')], systemClock);
}, 60_000);
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a thing is found behind more drawings of such things than are looked at', async () => {
  const { hits, counts } = await new ArchiveSearcher(index).search('ada weber chair', 5);
  expect(hits[0]?.record.form).toBe('furniture');
  // `total` counts all matching records: the drawings and the furniture.
  expect(counts.total).toBe(DRAWINGS + 1);
});

test('a thing is also found where the archive lacks another part of the query', async () => {
  const { hits } = await new ArchiveSearcher(index).search('chairs of 1930 made of bakelite', 5);
  expect(hits[0]?.record.form).toBe('furniture');
});
