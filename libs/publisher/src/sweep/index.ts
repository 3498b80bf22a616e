/**
 * Removes stored objects that no publication needs any more, such as those of abandoned publications.
 * Removes nothing when builder does not answer.
 */
export { startSweep } from './start-sweep.ts';
export {
  sweepSnapshots,
  type SnapshotSweepDeps,
  type SnapshotSweepResult,
} from './sweep-snapshots.ts';
