import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { rssMb } from '../process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { generate, type LoadResult } from './generator.ts';
import type { LargeBodyClientOptions, LargeBodyClientStatuses } from './poster.worker.ts';
import { p99, shown, SMALL_READS, type OverloadPhaseSeconds } from './sample.ts';
import { openStage, type OverloadSetup } from './stage.ts';

const POSTERS = 50;
/** Number of agent keys: one for reads, and one for every two clients that post large bodies. */
export const KEYS = 26;
const RSS_EVERY_MS = 50;
/** Time in s after the last large request body within which a gateway must have released its memory. */
const ROOM_BACK_S = 45;
const ROOM_BACK_FACTOR = 1.2;
/**
 * Maximum memory with the optimised code (`BRIDGE_FAST_PATHS=on`), as a share of the memory without it. An optimisation that
 * saves less than 10 % is removed (ADR 036).
 */
const FAST_PATH_SHARE = 0.9;

/**
 * Results of a run with large bodies: small reads before and during it, the gateway's memory, and the number of answers with an
 * unexpected status (`strange`).
 */
interface LargeBodyRunResults {
  readonly idle: LoadResult;
  readonly busy: LoadResult;
  readonly rssMb: { readonly before: number; readonly most: number; readonly after: number };
  readonly strange: number;
}

/** Runs fifty clients that each post one body of 20 MiB after the other, and meanwhile sends small reads. */
async function loadLargeBodies(
  stage: OverloadSetup,
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<LargeBodyRunResults> {
  const gateway = stage.split.replicas.find(({ service }) => service === 'gateway');
  const pid = gateway?.program.pid ?? 0;
  const [reader = '', ...posters] = stage.secrets;
  const plan = {
    port: stage.split.gatewayPorts[0] ?? 0,
    request: stage.request(reader, 'worlds.list', {}),
    ...SMALL_READS,
    seconds: times.overload / 2,
  };
  const idle = await generate(plan);
  say(`small reads, idle: ${shown(idle)}`);
  const before = rssMb(pid);
  let rss = before;
  const watch = setInterval(() => (rss = Math.max(rss, rssMb(pid))), RSS_EVERY_MS);
  const workerData: LargeBodyClientOptions = {
    port: plan.port,
    host: new URL(stage.split.baseUrl).host,
    secrets: posters,
    word: stage.word,
    clients: POSTERS,
  };
  const worker = new Worker(new URL('./poster.worker.ts', import.meta.url), {
    workerData,
  });
  const posted = once(worker, 'message') as Promise<[LargeBodyClientStatuses]>;
  const busy = await generate(plan);
  worker.postMessage('over');
  const [statuses] = await posted;
  clearInterval(watch);
  await delay(ROOM_BACK_S * 1_000);
  const after = rssMb(pid);
  say(
    `small reads beside ${POSTERS} posters: ${shown(busy)}; posts ${JSON.stringify(statuses)}, gateway ${rss.toFixed(0)} MB`,
  );
  const strange = Object.entries(statuses).filter(
    ([status]) => !['200', '429', '503'].includes(status),
  );
  return {
    idle,
    busy,
    rssMb: { before, most: rss, after },
    strange: strange.reduce((sum, [, count]) => sum + count, 0),
  };
}

/** Measures the gateway's memory and the latency of small reads while it receives large bodies. */
export async function largeBodies(
  stage: OverloadSetup,
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const { idle, busy, rssMb, strange } = await loadLargeBodies(stage, times, say);
  const { before, most, after } = rssMb;
  return [
    row('gateway RSS / 768 MiB', [most, 'MB'], [768, 'MB'], ['<=', 1]),
    row('gateway RSS afterwards / before', [after, 'MB'], [before, 'MB'], ['<=', ROOM_BACK_FACTOR]),
    row('small reads p99 / 250 ms', [p99(busy), 'ms'], [250, 'ms'], ['<=', 1]),
    row('small reads p99 / idle (shown)', [p99(busy), 'ms'], [p99(idle), 'ms'], ['>=', 0]),
    row('posts beside 2xx, 429, 503 / 1', [strange, ''], [1, ''], ['<=', 0]),
  ];
}

/**
 * Compares the memory that a gateway uses after large bodies with its optimised code switched on and off (`BRIDGE_FAST_PATHS`).
 * ADR 036.
 */
export async function fastAndPlain(
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const afterMb: number[] = [];
  for (const fastPaths of ['on', 'off']) {
    const stage = await openStage('without rates', KEYS, { BRIDGE_FAST_PATHS: fastPaths });
    try {
      const world = { word: stage.word, idempotency_key: 'overload-found' };
      await stage.call(stage.secrets[0] ?? '', 'worlds.found', world);
      afterMb.push((await loadLargeBodies(stage, times, say)).rssMb.after);
    } finally {
      await stage.stop();
    }
  }
  const [fast = 0, plain = 0] = afterMb;
  const name = 'gateway RSS after large bodies, fast paths / plain';
  return [row(name, [fast, 'MB'], [plain, 'MB'], ['<=', FAST_PATH_SHARE])];
}
