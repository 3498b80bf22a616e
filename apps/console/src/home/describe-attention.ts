import type { AttentionNoticeKind, ConsoleHomeAnswer } from '@bridge/contracts';
import { countOf } from '../ui/count-of.ts';
import { nowMs, relativeTime } from '../ui/time.tsx';

/**
 * A notice of the home screen as a sentence, with the address and the text of a link to the screen on which the owner can act.
 */
export interface AttentionSentenceWithLink {
  readonly sentence: string;
  readonly to: string;
  readonly action: string;
  /** True when the sentence contains the time of the notice; the screen then does not show the time a second time. */
  readonly isTimed?: true;
}

/** A notice that requires an action of the owner, as the service returns it. */
type AttentionNoticeItem = ConsoleHomeAnswer['attention'][number];

/**
 * The data from which the sentence of a notice is made. `ref` identifies the object that the notice concerns, such as a key by
 * its id; `text` and `count` return one of the facts of the notice.
 */
interface AttentionNoticeFacts {
  readonly ref: string;
  readonly text: (name: string) => string;
  readonly count: (name: string, noun: string) => string;
}

/** Returns the name of the key that a notice concerns. */
const keyOf = ({ text }: AttentionNoticeFacts): string => text('key_name') || 'a key';
/** Returns the address of the screen of the key that a notice concerns. The notice's `ref` begins with the id of the key. */
const toKey = ({ ref }: AttentionNoticeFacts): string => `/keys/${ref.split(' ', 1)[0]}`;

/**
 * Describes a notice about a key that has expired or expires soon. Its link leads to the rotation (replacement with a new key)
 * or, because an expired key cannot be rotated, to the form for a new key.
 */
function describeExpiry(item: AttentionNoticeFacts): AttentionSentenceWithLink {
  const left = (Date.parse(item.text('expires_at')) - nowMs()) / 1_000;
  if (left <= 0)
    return {
      sentence: `“${keyOf(item)}” expired ${relativeTime(left)}: its agent is refused.`,
      to: '/keys/new',
      action: 'Make another',
      isTimed: true,
    };
  return {
    sentence: `“${keyOf(item)}” expires ${relativeTime(left)}.`,
    to: `${toKey(item)}?rotate`,
    action: 'Rotate',
    isTimed: true,
  };
}

/** The name of each quota (limit of what an account may have), as it is written inside a sentence. */
const QUOTA_NAMES: Readonly<Record<string, string>> = {
  websites: 'websites',
  stored_bytes: 'stored bytes',
  worlds: 'Worlds',
  keys: 'keys',
};

/** Returns the name of a quota as it is written inside a sentence. */
export function nameOfQuota(quota: string): string {
  return QUOTA_NAMES[quota] ?? quota;
}

const DESCRIPTIONS: Readonly<
  Record<AttentionNoticeKind, (item: AttentionNoticeFacts) => AttentionSentenceWithLink>
> = {
  key_expiring: describeExpiry,
  refusals: (item) => ({
    sentence: `“${keyOf(item)}” was refused at least ${item.text('at_least')} times: ${item.text('action')} (${item.text('code')}).`,
    to: toKey(item),
    action: 'Look',
  }),
  unpublished: ({ ref, text }) => ({
    sentence: `“${text('title')}” is at r${text('draft_revision')}, public is r${text('published_revision')}.`,
    to: `/pages/${ref}/compare`,
    action: 'Compare',
  }),
  unsaved: ({ ref, text }) => ({
    sentence: `Your edits of “${text('title')}” on r${text('base_revision')} are not saved.`,
    to: `/pages/${ref}`,
    action: 'Go on editing',
  }),
  live_problem: ({ ref, text, count }) => ({
    sentence: `“${text('title')}” is public with ${count('errors', 'error')} (r${text('published_revision')}).`,
    to: `/pages/${ref}/public?publish`,
    action: 'See the verdict',
  }),
  purge_soon: ({ text }) => ({
    sentence: `“${text('title')}” is deleted and will be removed for good.`,
    to: '/websites',
    action: 'Bring back',
  }),
  invitation: ({ ref, text }) => ({
    sentence: `${text('founder_name')} offers you the World ${ref}, to be its founder.`,
    to: `/worlds/${ref}`,
    action: 'Look',
  }),
  webhook_paused: ({ text }) => ({
    sentence: `The webhook to ${text('url')} is paused.`,
    to: '/activity?kind=account',
    action: 'See since when',
  }),
  message: ({ count }) => ({
    sentence: `${count('n', 'message')} of agents waiting for you.`,
    to: '/activity?kind=messages',
    action: 'See the authors',
  }),
  quota: ({ ref, text }) => ({
    sentence: `${text('percent')} % of the quota of ${nameOfQuota(ref)} is used.`,
    to: ({ keys: '/keys', worlds: '/worlds' } as const)[ref] ?? '/websites',
    action: 'Look',
  }),
  chain_broken: ({ text }) => ({
    sentence: `Row ${text('row')} of the journal does not fit.`,
    to: '/activity',
    action: 'Look',
  }),
};

/** Returns the sentence of a notice, with the address and the text of its link. */
export function describeAttention({
  kind,
  ref,
  facts,
}: AttentionNoticeItem): AttentionSentenceWithLink {
  return DESCRIPTIONS[kind]({
    ref,
    text: (name) => String(facts[name] ?? ''),
    count: (name, noun) => countOf(Number(facts[name] ?? 0), noun),
  });
}
