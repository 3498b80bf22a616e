import { evaluate, placeFirstArchive, readJudged, type JudgedQuery } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch } from '@bridge/search';
import { Archive } from '@bridge/surf';
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
  type Say,
} from './archive/archive-rows.ts';
import { engineRows } from './archive/engine-rows.ts';
import { largeFile, removeLargeFile } from './archive/large-file.ts';
import { runImport, sample } from './archive/run-import.ts';
import type { Row } from './table.ts';

const AT_ONCE = 10_000;
/** Rounds of all judged queries before searches by act are timed. */
const WARM_ROUNDS = 5;
const MB = 1024 * 1024;
const LARGE_MB = [300, 1_000] as const;

async function searchRows(
  say: Say,
  address: string,
  queries: readonly JudgedQuery[],
): Promise<Row[]> {
  const product = await startProduct({ env: { BRIDGE_SEARCH: address, BRIDGE_LIMITS: 'off' } });
  try {
    const owner = await newOwner(product.baseUrl, product.env);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const ask = async (query: string): Promise<number> => {
      const from = performance.now();
      await act(product.baseUrl, secret, 'surf.search', { query });
      return performance.now() - from;
    };
    // A service runs for weeks, so its first seconds, in which its code is compiled, are not measured.
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
    // Elapsed time is not reliable on a shared machine.
    say(`search by act, CPU of the product per search: ${(cpuMs / times.length).toFixed(1)} ms`);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
    return [
      goal('search by act, p50', [at(0.5), 'ms'], ['<=', 8]),
      goal('search by act, p95', [at(0.95), 'ms'], ['<=', 40]),
    ];
  } finally {
    await product.stop();
  }
}

/** Measures the start of the first archive and concurrent searches on it. */
async function firstArchive(folder: string): Promise<Row[]> {
  const address = `file:${join(folder, 'first')}`;
  const from = performance.now();
  await placeFirstArchive({ address, clock: systemClock, log: { info: () => undefined } });
  const index = openSearch({ address, clock: systemClock });
  try {
    // A new user waits until the index answers.
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

async function largeRows(say: Say, folder: string): Promise<Row[]> {
  const rows: Row[] = [];
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
 * The archive with every real file: import, second run, memory, search by act, quality by type. `--short` takes the
 * quality and the searches from 20,000 records of each file; `--large` adds files of 300 MB and 1 GB; `engine` does the
 * part of the engine that BRIDGE_TEST_MEILI names alone.
 */
export async function archive(say: Say, args: readonly string[]): Promise<readonly Row[]> {
  const paths = MUSEUM_OBJECTS.map((file) => sharedPath('archive', file));
  const queries = await readJudged(sharedPath('archive', 'queries-dev.jsonl'));
  if (args.includes('engine')) return engineRows(say, paths, queries, null);
  const folder = mkdtempSync(join(tmpdir(), 'bridge-bench-archive-'));
  const address = `file:${join(folder, 'search')}`;
  const env = { BRIDGE_DATA: folder, BRIDGE_SEARCH: address };
  const short = args.includes('--short') ? ['--limit', '20000'] : [];
  try {
    const rows: Row[] = [];
    // Printed at once, because an import of all files takes minutes.
    const keep = (...made: readonly Row[]): void => {
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
    const searched = new Archive(index);
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
