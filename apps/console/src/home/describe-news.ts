import type { HomeAnswer } from '@bridge/contracts';
import type { AccountEffect } from '../api/home.ts';
import { countOf } from '../ui/count-of.ts';
import { describeEffect, otherAuthorOf } from '../ui/describe-effect.ts';
import { describeAttention } from './describe-attention.ts';

/** What became new on the home screen between two reads: the newest effect, and the sentences of new notices. */
export interface HomeNews {
  readonly newest: AccountEffect | null;
  /** Number of new effects. */
  readonly effects: number;
  readonly notices: readonly string[];
}

/** Returns what `after` shows and `before` does not; null when nothing is new. */
export function newsBetween(before: HomeAnswer, after: HomeAnswer): HomeNews | null {
  const fresh = after.lately.filter(({ id }) => id > before.seq);
  const known = new Set(before.attention.map(({ kind, ref }) => `${kind} ${ref}`));
  const notices = after.attention
    .filter(({ kind, ref }) => !known.has(`${kind} ${ref}`))
    .map((item) => describeAttention(item).sentence);
  if (fresh.length === 0 && notices.length === 0) return null;
  return { newest: fresh[0] ?? null, effects: fresh.length, notices };
}

function authorOf({ actor, action }: AccountEffect): string {
  if (actor.type === 'owner') return 'you';
  return actor.type === 'key' ? (actor.key_name ?? 'an agent') : otherAuthorOf(action);
}

/** Returns the news as one sentence for reading aloud. @param title the title of the website of the newest effect */
export function describeNews({ newest, effects, notices }: HomeNews, title: string | null): string {
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
