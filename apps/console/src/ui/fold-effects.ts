import type { ConsoleActivityEvent } from '../api/home.ts';

/**
 * Effects (committed changes) of one author on one website, none more than 10 minutes older than the newest; shown as one row.
 */
export interface GroupedActivityEvents {
  readonly newest: ConsoleActivityEvent;
  /** The effects, newest first. */
  readonly events: readonly ConsoleActivityEvent[];
}

const TOGETHER_MS = 10 * 60_000;

/**
 * Returns a text that is equal for all effects (committed changes) of one author on one website; null for an effect that
 * concerns no website.
 */
function groupOf({ id, actor, target }: ConsoleActivityEvent): string | null {
  if (target.page_id === null) return null;
  // The actor `system` is the service or any other owner. These are not distinguished, so each such effect has its own row.
  const author = actor.type === 'system' ? `system ${id}` : (actor.key_id ?? actor.type);
  return `${author} ${target.page_id}`;
}

/**
 * Groups effects (committed changes, newest first) of one author on one website into rows. A row spans at most 10 minutes;
 * effects of other authors may lie between its effects. Rows are sorted by their newest effect, newest first.
 */
export function foldEffects(
  events: readonly ConsoleActivityEvent[],
): readonly GroupedActivityEvents[] {
  const folded: { newest: ConsoleActivityEvent; events: ConsoleActivityEvent[] }[] = [];
  const open = new Map<string, { newest: ConsoleActivityEvent; events: ConsoleActivityEvent[] }>();
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
