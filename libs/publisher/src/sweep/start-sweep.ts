import { LIMITS } from '@bridge/contracts';
import { counter, gauge, repeatPaced, repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import { sweepSnapshots, type SnapshotSweepDeps } from './sweep-snapshots.ts';

/** Pause between two passes over all stored objects of publications, in ms. */
const EVERY_MS = 600_000;

const removed = counter('publisher_swept', 'Objects of given-up publications removed.', []);
const left = gauge(
  'publisher_sweep_left',
  'Objects that were due when the last pass of the sweep ended, or failed, and are not removed.',
  [],
);

/** The dependencies of the repeated sweep, which removes objects that no publication needs. */
type SnapshotSweepLoopDeps = SnapshotSweepDeps &
  Pick<CommonModuleDeps, 'clock' | 'log' | 'stopping'>;

/**
 * Sweeps all objects under `snap/` in the blob store (the objects of publications) once. Uses at most 5 % of a CPU core on
 * average.
 */
async function passOverSnapshots(needs: SnapshotSweepLoopDeps): Promise<void> {
  let after: string | undefined;
  left.set(0);
  await repeatPaced(needs, async () => {
    const pass = await sweepSnapshots(needs, after, LIMITS.orphanAgeMs);
    removed.inc(pass.removed);
    left.inc(pass.due - pass.removed);
    after = pass.next;
    return after !== undefined;
  });
}

/**
 * Starts the repeated sweep of the objects under `snap/` in the blob store, with a pause of ten minutes between two passes. It
 * runs in every replica of the service until the process stops.
 */
export function startSweep(needs: SnapshotSweepLoopDeps): void {
  const pass = () => passOverSnapshots(needs);
  repeatPass(needs, { name: 'snapshots', everyMs: EVERY_MS, pass });
}
