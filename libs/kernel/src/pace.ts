import type { Clock } from './clock.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum share of one core that a sweep may use. Spec: storage.swept. */
const SHARE_MAX = 0.05;
/** Maximum pause, ms: a page of 1,000 objects uses less than 1.5 s of a core, however slow the store is. */
const REST_MS_MAX = 30_000;

/** Returns the pause after `workMs` of work that keeps the average use at 5 % of a core. */
export function restMs(workMs: number): number {
  return Math.min(REST_MS_MAX, (workMs * (1 - SHARE_MAX)) / SHARE_MAX);
}

/**
 * Repeats `step` with a pause after each, until it returns false or the process begins to stop.
 */
export async function paced(
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
