import type { Clock } from './clock.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum share of one CPU core that a background clean-up (sweep) may use. Spec: storage.swept. */
const SHARE_MAX = 0.05;
/** Maximum pause between two steps of a background clean-up, ms. It also limits the pause after a step on a slow blob store. */
const REST_MS_MAX = 30_000;

/** Returns how long to pause after `workMs` of work, in ms, so that the average use stays at 5 % of a core; at most 30 s. */
export function restMs(workMs: number): number {
  return Math.min(REST_MS_MAX, (workMs * (1 - SHARE_MAX)) / SHARE_MAX);
}

/** Repeats `step` until it returns false or the process stops. The pause after each call keeps the CPU use at 5 % of a core. */
export async function repeatPaced(
  { clock, stopping }: { readonly clock: Clock; readonly stopping: AbortSignal },
  step: () => Promise<boolean>,
): Promise<void> {
  while (!stopping.aborted) {
    const from = clock.monotonic();
    if (!(await step())) return;
    const rest = restMs(clock.monotonic() - from);
    await delay(rest, undefined, { signal: stopping, ref: false }).catch((error: unknown) => {
      if (!stopping.aborted) throw error;
    });
  }
}
