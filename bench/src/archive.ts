import { evaluate, placeFirstArchive, readJudged, type JudgedQuery } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch } from '@bridge/search';
import { ArchiveSearcher } from '@bridge/surf';
import {
  ALL_TOOL_SCOPES,
  MUSEUM_OBJECTS,
  newOwner,
  sharedPath,
  startProduct,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act } from './act.ts';
import { manyAtOnce } from './archive/at-once.ts';
import {
  goal,
  importRows,
  judged,
  memoryRows,
  printQuality,
  qualityRows,
} from './archive/archive-rows.ts';
import { engineRows } from './archive/engine-rows.ts';
import { largeFile, removeLargeFile } from './archive/large-file.ts';
import { runImport, sample } from './archive/run-import.ts';
import type { ProgressPrinter, BenchComparisonRow } from './table.ts';

const AT_ONCE = 10_000;
/** Number of rounds over all judged queries (whose relevant records are known) before searches are timed. */
const WARM_ROUNDS = 5;
const MB = 1024 * 1024;
const LARGE_MB = [300, 1_000] as const;

async function searchRows(
  say: ProgressPrinter,
  address: string,
  queries: readonly JudgedQuery[],
): Promise<BenchComparisonRow[]> {
  const product = await startProduct({ env: { BRIDGE_SEARCH: address, BRIDGE_LIMITS: 'off' } });
  try {
    const owner = await newOwner(product.baseUrl, product.env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const ask = async (query: string): Promise<number> => {
      const from = performance.now();
      await act(product.baseUrl, secret, 'surf.search', { query });
      return performance.now() - from;
    };
    // Warm up: the service then runs compiled code, as it does in production after its first seconds.
    for (let round = 0; round < WARM_ROUNDS; round++)
      for (const { query } of queries) await ask(query);
    const { pid } = product.program;
    const before = sample(pid);
    const times: number[] = [];
    for (let round = 0; round < 3; round++)
      for (const { query } of queries) times.push(await ask(query));
    times.sort((a, b) => a - b);
    const after = sample(pid);
    const cpuMs = ((after?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0)) * 1_000;
    // The output shows CPU time, because elapsed time is unreliable on a shared machine.
    say(`search by act, CPU of the product per search: ${(cpuMs / times.length).toFixed(1)} ms`);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    return [
      goal('search by act, p50', [at(0.5), 'ms'], ['<=', 6]),
      goal('search by act, p95', [at(0.95), 'ms'], ['<=', 20]),
    ];
  } finally {
    await product.stop();
  }
}

/** Measures the installation of the archive that comes with the product, and concurrent searches in it. */
async function firstArchive(folder: string): Promise<BenchComparisonRow[]> {
  const address = `file:${join(folder, 'first')}`;
  const from = performance.now();
  await placeFirstArchive({ address, clock: systemClock, log: { info: () => undefined } });
  const index = openSearch({ address, clock: systemClock });
  try {
    // The measured time includes the first answer of the index, because a new user waits for it.
    await index.info();
    const seconds = (performance.now() - from) / 1_000;
    const answered = await manyAtOnce(index, AT_ONCE);
    return [
      goal('first archive', [seconds, 's'], ['<=', 0.5]),
      goal('10,000 different queries at once, answered', [answered, ''], ['>=', 1]),
    ];
  } finally {
    await index.close();
  }
}

async function largeRows(say: ProgressPrinter, folder: string): Promise<BenchComparisonRow[]> {
  const rows: BenchComparisonRow[] = [];
  for (const size of LARGE_MB) {
    say(`a file of ${size} MB, generated from real records, read and mapped`);
    const path = join(folder, `large-${size}.json`);
    await largeFile(sharedPath('archive', 'moma', 'objects-json.tar.gz'), path, size * MB);
    const cost = await runImport(['--dry-run', path], {});
    removeLargeFile(path);
    rows.push(...memoryRows(`file of ${size} MB`, cost));
  }
  return rows;
}

/**
 * Bench suite of the searchable archive with all museum files: import, memory, search times and search quality. `--short` uses
 * 20,000 records per file, `--large` adds files of 300 MB and 1 GB, `engine` measures only Meilisearch.
 */
export async function archive(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  const paths = MUSEUM_OBJECTS.map((file) => sharedPath('archive', file));
  const queries = await readJudged(sharedPath('archive', 'queries-dev.jsonl'));
  if (args.includes('engine')) return engineRows(say, paths, queries, null);
  const folder = mkdtempSync(join(tmpdir(), 'bridge-bench-archive-'));
  const address = `file:${join(folder, 'search')}`;
  const env = { BRIDGE_DATA: folder, BRIDGE_SEARCH: address };
  const short = args.includes('--short') ? ['--limit', '20000'] : [];
  try {
    const rows: BenchComparisonRow[] = [];
    // Print each row at once, because an import of all files takes minutes.
    const keep = (...made: readonly BenchComparisonRow[]): void => {
      for (const one of made) say(`${one.case}: ${one.ours}, goal ${one.goal} ${one.peer}`);
      rows.push(...made);
    };
    say('first archive');
    keep(...(await firstArchive(folder)));
    say('import of all files');
    const first = await runImport(['--swap', ...short, ...paths], env);
    say('the same again');
    const second = await runImport([...short, ...paths], env);
    if (short.length === 0)
      keep(...importRows('import', first, 30), ...importRows('second run', second, 12));
    const index = openSearch({ address, clock: systemClock });
    say('judged queries');
    const searched = new ArchiveSearcher(index);
    const embedded = await evaluate(queries, (query) => judged(searched, query));
    printQuality(say, embedded);
    if (short.length === 0) keep(...qualityRows('embedded', embedded));
    await index.close();
    say('searches by act');
    keep(...(await searchRows(say, address, queries)));
    if (short.length === 0) keep(...(await engineRows(say, paths, queries, embedded)));
    if (args.includes('--large')) keep(...(await largeRows(say, folder)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
