import { LIMITS } from '@bridge/contracts';
import { counter, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { sweepSnapshots, type SweepDeps } from './sweep-snapshots.ts';

const EVERY_MS = 600_000;

const removed = counter('publisher_swept', 'Objects of given-up publications removed.', []);

/** Starts the sweep of `snap/`: a bounded pass every ten minutes on every replica, until the process stops. */
export function startSweep(deps: SweepDeps & Pick<Base, 'log' | 'stopping'>): void {
  const { log, stopping } = deps;
  const passes = async (): Promise<void> => {
    let after: string | undefined;
    for (;;) {
      await delay(EVERY_MS, undefined, { signal: stopping, ref: false });
      try {
        const pass = await sweepSnapshots(deps, after, LIMITS.orphanAgeMs);
        removed.inc(pass.removed);
        after = pass.next;
      } catch (error) {
        log.warn({ err: error }, 'a sweep failed');
      }
    }
  };
  passes().catch((error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'the sweep ended');
  });
}
