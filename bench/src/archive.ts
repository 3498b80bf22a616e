import {
  evaluate,
  judge,
  placeFirstArchive,
  readJudged,
  type Evaluation,
  type JudgedQuery,
  type QueryScore,
} from '@bridge/archive';
import { processEnv, systemClock } from '@bridge/kernel';
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
import { namedEngine, preparedSeconds, waitingOnEngine } from './archive/engine.ts';
import { largeFile, removeLargeFile } from './archive/large-file.ts';
import { runImport, sample, type ImportCost } from './archive/run-import.ts';
import { row, type Row } from './table.ts';

const AT_ONCE = 10_000;
const ENGINE_ROUNDS = 3;
/** Rounds of all judged queries before searches by act are timed. */
const WARM_ROUNDS = 5;
const MB = 1024 * 1024;
const LARGE_MB = [300, 1_000] as const;
type Say = (text: string) => void;

function goal(
  name: string,
  [value, unit]: readonly [number, string],
  bound: readonly ['>=' | '<=', number],
): Row {
  const made = row(name, [value, unit], [bound[1], unit], [bound[0], 1]);
  // A share between 0 and 1 needs decimals.
  const digits = (one: number): string =>
    unit === '' ? one.toFixed(3) : `${one.toFixed(1)} ${unit}`;
  return { ...made, ours: digits(value), peer: digits(bound[1]), goal: bound[0] };
}

/** No rows when the system does not report memory: a figure of 0 would meet every goal. */
function memoryRows(name: string, { peakMb }: ImportCost): Row[] {
  return peakMb === 0 ? [] : [goal(`${name}, memory`, [peakMb, 'MB'], ['<=', 300])];
}

function importRows(name: string, cost: ImportCost, seconds: number): Row[] {
  return [
    goal(`${name}, seconds`, [cost.seconds, 's'], ['<=', seconds]),
    // On a shared machine CPU time is more reliable than elapsed time.
    goal(`${name}, CPU of two cores`, [cost.cpuSeconds / 2, 's'], ['<=', seconds]),
    ...memoryRows(name, cost),
  ];
}

function qualityRows(name: string, { ndcg, zeroRate, types }: Evaluation): Row[] {
  const of = (start: string): number => {
    const own = types.filter(({ type }) => type.startsWith(start));
    const queries = own.reduce((sum, one) => sum + one.queries, 0);
    return own.reduce((sum, one) => sum + one.ndcg * one.queries, 0) / Math.max(1, queries);
  };
  return [
    goal(`${name}: nDCG@12`, [ndcg, ''], ['>=', 0.92]),
    goal(`${name}: queries with a result`, [1 - zeroRate, ''], ['>=', 1]),
    goal(`${name}: identifiers`, [of('identifier'), ''], ['>=', 1]),
    goal(`${name}: mis-typed makers`, [of('creator-typo'), ''], ['>=', 0.95]),
  ];
}

function tell(say: Say, { types, worst }: Evaluation): void {
  for (const { type, queries, ndcg } of types)
    say(`${type.padEnd(22)} ${String(queries).padStart(3)}  ${ndcg.toFixed(3)}`);
  say('the ten worst:');
  for (const { ndcg, type, query } of worst) say(`${ndcg.toFixed(3)}  ${type.padEnd(20)} ${query}`);
}

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

function judged(archive: Archive, query: JudgedQuery): Promise<QueryScore> {
  return judge(query, (text, limit) => archive.records(text, limit), systemClock);
}

/** Measures the time of a search and the engine's part of it. */
async function engineSearchRows(archive: Archive, queries: readonly JudgedQuery[]): Promise<Row[]> {
  const took: { readonly ms: number; readonly waitedMs: number }[] = [];
  for (let round = 0; round < ENGINE_ROUNDS; round += 1)
    for (const query of queries) took.push(await waitingOnEngine(() => judged(archive, query)));
  const middle = (of: (one: (typeof took)[number]) => number): number =>
    took.map(of).toSorted((x, y) => x - y)[Math.floor(took.length / 2)] ?? Number.NaN;
  return [
    row(
      'engine: a search / what the engine takes of it, p50',
      [middle(({ ms }) => ms), 'ms'],
      [middle(({ waitedMs }) => waitedMs), 'ms'],
      ['<=', 1.3],
    ),
  ];
}

/** Measures Meilisearch with the same files and queries when BRIDGE_TEST_MEILI names one. */
async function engineRows(
  say: Say,
  paths: readonly string[],
  queries: readonly JudgedQuery[],
  embedded: Evaluation | null,
): Promise<Row[]> {
  const engine = namedEngine(processEnv()['BRIDGE_TEST_MEILI']);
  if (engine === null) {
    say('no second engine: BRIDGE_TEST_MEILI names none');
    return [];
  }
  const { origin, key } = engine;
  const address = `meili+${origin}`;
  say('import of all files into the engine of BRIDGE_TEST_MEILI');
  const cost = await runImport(['--swap', ...paths], {
    BRIDGE_SEARCH: address,
    BRIDGE_MEILI_KEY: key,
  });
  const index = openSearch({ address, key, clock: systemClock });
  try {
    const archive = new Archive(index);
    const evaluation = await evaluate(queries, (query) => judged(archive, query));
    tell(say, evaluation);
    const searches = await engineSearchRows(archive, queries);
    say('the same documents as prepared payloads');
    const prepared = await preparedSeconds(engine, 'refs');
    return [
      row('engine: import / prepared payloads', [cost.seconds, 's'], [prepared, 's'], ['<=', 1.25]),
      ...qualityRows('engine', evaluation),
      ...(embedded === null
        ? []
        : [
            goal(
              'difference of the engines',
              [Math.abs(evaluation.ndcg - embedded.ndcg), ''],
              ['<=', 0.02],
            ),
          ]),
      ...searches,
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
    tell(say, embedded);
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
