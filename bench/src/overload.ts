import type { ProgressPrinter, BenchComparisonRow } from './table.ts';
import { foreignAndMissing } from './overload/access.ts';
import { fiveTimes } from './overload/capacity.ts';
import { fastAndPlain, KEYS, largeBodies } from './overload/large-bodies.ts';
import type { OverloadPhaseSeconds } from './overload/sample.ts';
import { openStage } from './overload/stage.ts';
import { twoGateways } from './overload/two-gateways.ts';
import { worstPatch } from './overload/worst-patch.ts';

const LONG: OverloadPhaseSeconds = { warm: 5, baseline: 10, idle: 30, overload: 60, rates: 60 };
const SHORT: OverloadPhaseSeconds = { warm: 2, baseline: 5, idle: 10, overload: 20, rates: 20 };

const PARTS = ['capacity', 'access', 'patch', 'bodies', 'rates'] as const;

/**
 * Bench suite of the product under overload, in five parts (PARTS). `--short` takes a third of the time. The name of a part
 * runs only that part. `plain` only compares the gateway's memory with its optimised code on and off (`BRIDGE_FAST_PATHS`).
 */
export async function overload(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  const times = args.includes('--short') ? SHORT : LONG;
  if (args.includes('plain')) return fastAndPlain(times, say);
  const named = PARTS.filter((part) => args.includes(part));
  const isWanted = (part: (typeof PARTS)[number]): boolean =>
    named.length === 0 || named.includes(part);
  const rows: BenchComparisonRow[] = [];
  if (named.join() !== 'rates') {
    const stage = await openStage('without rates', KEYS);
    try {
      const [first = ''] = stage.secrets;
      const found = { word: stage.word, idempotency_key: 'overload-found' };
      await stage.call(first, 'worlds.found', found);
      if (isWanted('capacity')) rows.push(...(await fiveTimes(stage, times, say)));
      if (isWanted('access')) rows.push(...(await foreignAndMissing(stage)));
      if (isWanted('patch')) rows.push(...(await worstPatch(stage, times, say)));
      if (isWanted('bodies')) rows.push(...(await largeBodies(stage, times, say)));
    } finally {
      await stage.stop();
    }
  }
  if (isWanted('rates')) rows.push(...(await twoGateways(times, say)));
  return rows;
}
