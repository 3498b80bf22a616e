/** Removes the stored objects of publications that were abandoned.
 *  Without an answer from builder it removes nothing. */
export { startSweep } from './start-sweep.ts';
export { sweepSnapshots, type SweepDeps, type SweepPass } from './sweep-snapshots.ts';
