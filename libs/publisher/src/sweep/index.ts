/** Removes the stored objects that no publication needs, such as those of abandoned publications.
 *  When builder does not answer, nothing is removed. */
export { startSweep } from './start-sweep.ts';
export { sweepSnapshots, type SweepDeps, type SweepPass } from './sweep-snapshots.ts';
