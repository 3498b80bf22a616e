import type { ConsoleHomeAnswer } from '@bridge/contracts';
import type { ConsoleActivityEvent } from '../api/home.ts';
import { countOf } from '../ui/count-of.ts';
import { describeEffect, otherAuthorOf } from '../ui/describe-effect.ts';
import { describeAttention } from './describe-attention.ts';

/**
 * News of the home screen since an earlier read: the newest effect (committed change), the number of new effects, and the
 * sentences of new notices.
 */
export interface NewHomeEffectsAndNotices {
  readonly newest: ConsoleActivityEvent | null;
  /** Number of new effects, including the newest one. */
  readonly effects: number;
  readonly notices: readonly string[];
}

/**
 * Returns the effects (committed changes) and notices that the later answer `after` contains and the earlier answer `before`
 * does not; null when there are none.
 */
export function newsBetween(
  before: ConsoleHomeAnswer,
  after: ConsoleHomeAnswer,
): NewHomeEffectsAndNotices | null {
  const fresh = after.lately.filter(({ id }) => id > before.seq);
  const known = new Set(before.attention.map(({ kind, ref }) => `${kind} ${ref}`));
  const notices = after.attention
    .filter(({ kind, ref }) => !known.has(`${kind} ${ref}`))
    .map((item) => describeAttention(item).sentence);
  if (fresh.length === 0 && notices.length === 0) return null;
  return { newest: fresh[0] ?? null, effects: fresh.length, notices };
}

function authorOf({ actor, action }: ConsoleActivityEvent): string {
  if (actor.type === 'owner') return 'you';
  return actor.type === 'key' ? (actor.key_name ?? 'an agent') : otherAuthorOf(action);
}

/**
 * Returns the news of the home screen as a short text for screen readers. @param title the title of the website that the newest
 * effect (committed change) concerns; null without one
 */
export function describeNews(
  { newest, effects, notices }: NewHomeEffectsAndNotices,
  title: string | null,
): string {
  const parts: string[] = [];
  if (newest !== null) {
    const { revision_after: revision } = newest;
    const what = [authorOf(newest), describeEffect(newest), title ?? ''].filter(Boolean).join(' ');
    const more = effects > 1 ? `, and ${countOf(effects - 1, 'effect')} before` : '';
    parts.push(`New: ${what}${revision === null ? '' : `, r${revision}`}${more}.`);
  }
  const [first, ...others] = notices;
  if (first !== undefined) {
    const more = others.length > 0 ? ` And ${countOf(others.length, 'more notice')}.` : '';
    parts.push(`Needs attention: ${first}${more}`);
  }
  return parts.join(' ');
}
