import type { AccountEffect } from '../api/home.ts';

/** Effects of one author with the same action on one website, at most 10 minutes apart, shown as one row. */
export interface FoldedEffects {
  readonly newest: AccountEffect;
  readonly first: AccountEffect;
  /** The effects, newest first. */
  readonly events: readonly AccountEffect[];
}

const TOGETHER_MS = 10 * 60_000;

function isTogether(later: AccountEffect, earlier: AccountEffect): boolean {
  return (
    later.target.page_id !== null &&
    later.target.page_id === earlier.target.page_id &&
    later.action === earlier.action &&
    later.actor.type === earlier.actor.type &&
    later.actor.key_id === earlier.actor.key_id &&
    Date.parse(later.at) - Date.parse(earlier.at) <= TOGETHER_MS
  );
}

/** Groups effects (newest first) of one author with the same action on one website. */
export function foldEffects(events: readonly AccountEffect[]): readonly FoldedEffects[] {
  const folded: FoldedEffects[] = [];
  for (const event of events) {
    const last = folded.at(-1);
    if (last !== undefined && isTogether(last.newest, event))
      folded[folded.length - 1] = { ...last, first: event, events: [...last.events, event] };
    else folded.push({ newest: event, first: event, events: [event] });
  }
  return folded;
}
