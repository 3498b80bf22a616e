import type { ConsoleRevision } from '@bridge/contracts';

/**
 * Consecutive revisions by one agent, newest first, with at most 10 minutes between two of them; shown as one row. Any other
 * revision is a group of its own.
 */
export interface ConsecutiveAgentRevisions {
  readonly revisions: readonly ConsoleRevision[];
}

/** Maximum time in ms between two consecutive revisions of a burst (a group of revisions by one agent). */
const APART_MS_MAX = 10 * 60_000;
/**
 * A burst (revisions by one agent within a short time) of at least this many revisions is one row. The revisions of a smaller
 * burst have a row each.
 */
const FOLDED_MIN = 3;

/**
 * Groups consecutive revisions of one agent into bursts (see APART_MS_MAX). Revisions by the owner, published revisions and the
 * current revision of the draft are never grouped.
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
