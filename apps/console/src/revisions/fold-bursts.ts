import type { ConsoleRevision } from '@bridge/contracts';

/**
 * Consecutive revisions by one agent with at most 10 minutes between two of them, newest first; shown as one row. A single
 * revision is a burst of one.
 */
export interface ConsecutiveAgentRevisions {
  readonly revisions: readonly ConsoleRevision[];
}

/** Maximum time in ms between two consecutive revisions of a burst (grouped revisions by one agent). */
const APART_MS_MAX = 10 * 60_000;
/** A burst with at least this many revisions is shown as one row; the revisions of a smaller burst have a row each. */
const FOLDED_MIN = 3;

/**
 * Groups consecutive revisions of one agent into bursts. Revisions by the owner, published ones and the draft's current one are
 * never grouped.
 */
export function foldBursts(
  revisions: readonly ConsoleRevision[],
  draft: number,
): readonly ConsecutiveAgentRevisions[] {
  const isAlone = (one: ConsoleRevision): boolean =>
    one.actor === 'owner' || one.published || one.revision === draft;
  const bursts: ConsoleRevision[][] = [];
  for (const revision of revisions) {
    const burst = bursts.at(-1);
    const last = burst?.at(-1);
    const isTogether =
      last !== undefined &&
      !isAlone(last) &&
      !isAlone(revision) &&
      last.actor === revision.actor &&
      Date.parse(last.at) - Date.parse(revision.at) <= APART_MS_MAX;
    if (isTogether) burst?.push(revision);
    else bursts.push([revision]);
  }
  return bursts.flatMap((burst) =>
    burst.length >= FOLDED_MIN
      ? [{ revisions: burst }]
      : burst.map((one) => ({ revisions: [one] })),
  );
}
