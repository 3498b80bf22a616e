import type { Clock } from './clock.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** Share of one core that a sweep may use. Spec: storage.swept. */
const SHARE_MAX = 0.05;
/** Longest rest: a page of 1,000 objects takes less than 1.5 s of a core, however long the store takes to answer. */
const REST_MS_MAX = 30_000;

/** Rest after work of this length, so that work and rest together use at most 5 % of a core. */
export function restMs(workMs: number): number {
  return Math.min(REST_MS_MAX, (workMs * (1 - SHARE_MAX)) / SHARE_MAX);
}

/**
 * Repeats `step` while it has more to do, with a rest after each step. Ends when `step` returns false or the process
 * begins to stop.
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
