import type { AccountEffect } from '../api/home.ts';

/** Effects of one author on one website within 10 minutes, shown as one row. A single effect is a row of its own. */
export interface FoldedEffects {
  readonly newest: AccountEffect;
  /** The effects, newest first. */
  readonly events: readonly AccountEffect[];
}

const TOGETHER_MS = 10 * 60_000;

/** Returns the same text for all effects of one author on one website; null for an effect that is never grouped. */
function groupOf({ id, actor, target }: AccountEffect): string | null {
  if (target.page_id === null) return null;
  // The actor `system` stands for the service and for owners of other accounts, so its effects stay apart.
  const author = actor.type === 'system' ? `system ${id}` : (actor.key_id ?? actor.type);
  return `${author} ${target.page_id}`;
}

/**
 * Groups effects (newest first) of one author on one website within 10 minutes, also when effects of other authors are between
 * them. The group with the newest effect is first.
 */
export function foldEffects(events: readonly AccountEffect[]): readonly FoldedEffects[] {
  const folded: { newest: AccountEffect; events: AccountEffect[] }[] = [];
  const open = new Map<string, { newest: AccountEffect; events: AccountEffect[] }>();
  for (const event of events) {
    const group = groupOf(event);
    const last = group === null ? undefined : open.get(group);
    if (last !== undefined && Date.parse(last.newest.at) - Date.parse(event.at) <= TOGETHER_MS) {
      last.events.push(event);
      continue;
    }
    const row = { newest: event, events: [event] };
    folded.push(row);
    if (group !== null) open.set(group, row);
  }
  return folded;
}
