import type { BuildOptions } from '../../search-index.ts';
import type { Engine } from './engine.ts';
import { type Names, readFacts, readSide, type VersionFacts } from './side.ts';

/** Name under which a build stores its state. */
export const STATE = 'building';

/** What a build stores of itself. */
export interface BuildState {
  readonly version: string;
  readonly mode: BuildOptions['mode'];
  /** Milliseconds since the epoch. */
  readonly touchedAt: number;
  /** True once the new version holds all that the serving one does; a swap begins with nothing. */
  readonly isCopied: boolean;
}

/** What the indexes of the next version hold. */
export interface LeftBuild {
  /** A build that can go on; null when they hold a finished version, or too little to go on with. */
  readonly resumable: BuildState | null;
  /** When a build or a commit touched them or the serving version last, in milliseconds since the epoch. */
  readonly touchedAt: number;
}

/** Whether an index is there once the swaps and deletions are done that were sent before a kill. */
async function isThere(engine: Engine, uid: string): Promise<boolean> {
  if (!(await engine.has(uid))) return false;
  await engine.swapsDone();
  return await engine.has(uid);
}

/**
 * Finishes a commit that was cut off between its two swaps: the version before then still lies in the indexes of the next
 * one, and a resumed build would take its documents for its own. Safe to repeat.
 */
export async function finishCommit(engine: Engine, names: Names): Promise<void> {
  const { servingSide, previous, previousSide, next, nextSide } = names;
  if (!(await isThere(engine, nextSide))) return;
  const [left, serving] = [await readFacts(engine, nextSide), await readFacts(engine, servingSide)];
  if (left === null || serving?.previous !== left.version) return;
  await engine.swap([
    [previous, next],
    [previousSide, nextSide],
  ]);
  await engine.remove(next);
  await engine.remove(nextSide);
}

/** Reads what the indexes of the next version hold; null when they are not there. Errors: SearchFault. */
export async function readLeftBuild(engine: Engine, names: Names): Promise<LeftBuild | null> {
  if (!(await isThere(engine, names.nextSide))) return null;
  const bytes = await readSide(engine, names.nextSide, STATE);
  // Written by a build of this driver.
  const state = bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as BuildState);
  const facts: VersionFacts | null = await readFacts(engine, names.nextSide);
  const serving = await readFacts(engine, names.servingSide);
  // A version states its facts with its commit: from then on it is no build any more, whatever state it once stored.
  const isOpen = state !== null && facts === null && (await engine.has(names.next));
  return {
    resumable: isOpen ? state : null,
    touchedAt: Math.max(state?.touchedAt ?? 0, facts?.builtAt ?? 0, serving?.builtAt ?? 0),
  };
}
