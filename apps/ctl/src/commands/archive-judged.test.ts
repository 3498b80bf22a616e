import { evaluate, importArchive, indexTarget, judge, readJudged } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import {
  ablations,
  PRODUCT_SEARCH_OPTIONS,
  ArchiveSearcher,
  type SearchOptions,
} from '@bridge/surf';
import { MUSEUM_OBJECTS, museumPaths, need, sharedPath } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Maximum duration of the import, in ms. The import of all records takes 20 s on an idle machine. */
const IMPORT_MS_MAX = 600_000;
/**
 * For each file of judged queries the minimum nDCG@12 with all features of the search, and without its hand-written word lists.
 * Measured scores: docs/search.md.
 */
const FLOORS = [
  ['queries-dev.jsonl', 0.93, 0.915],
  ['queries-dev2.jsonl', 0.89, 0.84],
  ['queries-dev3.jsonl', 0.82, 0.715],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'bridge-judged-'));
let index: SearchIndex | null = null;
beforeAll(async () => {
  // When the museums' files are missing, each test is skipped with a note.
  const paths = museumPaths(MUSEUM_OBJECTS);
  if (paths === null) return;
  index = openSearch({ address: `file:${join(folder, 'search')}`, clock: systemClock });
  const target = indexTarget(index, systemClock);
  await importArchive({ paths, mode: 'swap' }, { target, clock: systemClock });
}, IMPORT_MS_MAX);
afterAll(async () => {
  await index?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ndcgOf(file: string, options: SearchOptions): Promise<number> {
  if (index === null) throw new Error('the archive was not imported');
  const archive = new ArchiveSearcher(index, options);
  const search = (query: string, limit: number) => archive.records(query, limit);
  const queries = await readJudged(sharedPath('archive', file));
  return (await evaluate(queries, (query) => judge(query, search, systemClock))).ndcg;
}

describe('the judged queries on all records of the museums', { timeout: 120_000 }, () => {
  // Verifies: search.judged.
  test.for(FLOORS)('reach their floor: %s', async ([file, floor, withoutLists], context) => {
    await need(
      context,
      Promise.resolve().then(() => sharedPath('archive', file)),
    );
    await expect(ndcgOf(file, PRODUCT_SEARCH_OPTIONS)).resolves.toBeGreaterThanOrEqual(floor);
    const lists =
      ablations().find(({ name }) => name === 'without lists')?.options ?? PRODUCT_SEARCH_OPTIONS;
    await expect(ndcgOf(file, lists)).resolves.toBeGreaterThanOrEqual(withoutLists);
  });
});
