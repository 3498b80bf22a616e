import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { generate } from './generator.ts';
import { p99, pooled, shown, wrong, type OverloadPhaseSeconds } from './sample.ts';
import type { OverloadSetup } from './stage.ts';

/** Number of connections that saturate one gateway. */
const PEAK_CONNECTIONS = 32;
const OVERLOAD_CONNECTIONS = 400;
const OVERLOAD_FACTOR = 5;
const IDLE_SHARE = 0.1;
const RECOVERY_WINDOW_S = 0.5;

/** Measures goodput (successful answers per second) and latency at five times the capacity of one gateway. */
export async function fiveTimes(
  stage: OverloadSetup,
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const port = stage.split.gatewayPorts[0] ?? 0;
  const [secret = ''] = stage.secrets;
  const read = stage.request(secret, 'worlds.list', {});
  const plan = { port, request: read };
  await generate({ ...plan, connections: PEAK_CONNECTIONS, rate: null, seconds: times.warm });
  const full = { ...plan, connections: PEAK_CONNECTIONS, rate: null, seconds: times.baseline };
  const peakBefore = await generate(full);
  say(`peak: ${peakBefore.goodput.toFixed(0)}/s; ${shown(peakBefore)}`);
  const small = {
    ...plan,
    connections: OVERLOAD_CONNECTIONS,
    rate: peakBefore.goodput * IDLE_SHARE,
  };
  const idleBefore = await generate({ ...small, seconds: times.idle });
  say(`idle: ${shown(idleBefore)}`);
  const rate = peakBefore.goodput * OVERLOAD_FACTOR;
  const over = await generate({
    ...plan,
    connections: OVERLOAD_CONNECTIONS,
    rate,
    seconds: times.overload,
  });
  say(`overload, ${rate.toFixed(0)}/s due: ${over.goodput.toFixed(0)}/s done; ${shown(over)}`);
  const from = performance.now();
  for (;;) {
    const after = await generate({ ...small, seconds: RECOVERY_WINDOW_S });
    if (
      wrong(after) === 0 &&
      Object.keys(after.statuses).join() === '200' &&
      p99(after) <= 2 * p99(idleBefore)
    )
      break;
    if (performance.now() - from > 30_000) break;
  }
  const recovered = (performance.now() - from) / 1_000;
  // The idle load runs before and after the overload, because the speed of a shared machine changes within a minute.
  const idle = pooled(idleBefore, await generate({ ...small, seconds: times.idle }));
  const peak = pooled(peakBefore, await generate(full));
  say(`idle, both: ${shown(idle)}; peak, both: ${peak.goodput.toFixed(0)}/s`);
  return [
    row('goodput at 5x / peak', [over.goodput, 'req/s'], [peak.goodput, 'req/s'], ['>=', 0.8]),
    row('accepted p99 at 5x / idle', [p99(over), 'ms'], [p99(idle), 'ms'], ['<=', 2]),
    row('answers beside 2xx, 429, 503 / 1', [wrong(over), ''], [1, ''], ['<=', 0]),
    row('recovery / 10 s', [recovered, 's'], [10, 's'], ['<=', 1]),
  ];
}
