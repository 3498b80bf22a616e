import { z } from 'zod';
import { isoTime, keyId, pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { activityEvent, chainCheck } from './activity.ts';
import { accountNode } from './live-feed.ts';

/**
 * Kinds of notices that the message `account.home` returns. A gateway of an older release refuses any other kind, so new
 * kinds are added only to `attentionKind` below.
 */
const accountKinds = [
  'key_expiring',
  'refusals',
  'unpublished',
  'webhook_paused',
  'message',
  'quota',
  'chain_broken',
] as const;
/** Schema of the kind of a notice on the owner's home screen. */
export const attentionKind = z.enum([
  ...accountKinds,
  'unsaved',
  'live_problem',
  'purge_soon',
  'invitation',
]);
/** Kind of a notice on the owner's home screen that requires an action. */
export type AttentionNoticeKind = z.output<typeof attentionKind>;

/** Values that the text of a notice on the home screen needs, by name. */
const attentionFacts = z.record(z.string(), z.string().or(z.number()).nullable());

/**
 * Schema of a notice that requires an action of the owner. A notice that the owner has hidden reappears when a value in `facts`
 * changes.
 */
export const attentionItem = z.object({
  kind: attentionKind,
  /**
   * Id or name of the object that the notice is about: a key, website, World, webhook or quota; `account` for the whole
   * account.
   */
  ref: z.string().min(1).max(LIMITS.attentionRefCharsMax),
  since: isoTime,
  facts: attentionFacts,
});
/** A notice on the home screen that requires an action of the owner. */
export type AttentionNotice = z.output<typeof attentionItem>;

const tally = z.int().nonnegative();

export const home = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Reads the part of the owner’s home screen about the account: notices, hidden notices, nodes online and the newest effects.',
  input: z.object({}),
  output: z.object({
    attention: z.array(attentionItem.extend({ kind: z.enum(accountKinds) })),
    hidden: z.array(z.object({ kind: z.string(), ref: z.string(), facts: z.string() })),
    nodes: z.array(accountNode),
    lately: z.array(activityEvent),
    messages_waiting: tally,
    /**
     * Websites whose last change was made by an agent key at least an hour ago. Only the newest 1,000 changes in the account
     * are searched.
     */
    changed: z
      .array(
        z.object({
          page_id: pageId,
          at: isoTime,
          key_id: keyId,
          key_name: z.string().nullable(),
        }),
      )
      .max(LIMITS.agentChangedWebsitesMax),
    seq: tally,
    chain: chainCheck,
  }),
});

export const attentionHide = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Hides a notice of the home screen until its facts change. A repeated call changes nothing.',
  input: z.object({
    kind: attentionKind,
    ref: z.string().min(1).max(LIMITS.attentionRefCharsMax),
    /** SHA-256 of the `facts` of the hidden notice. The notice reappears when the hash of its facts is another one. */
    facts: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  output: z.object({}),
});

/** Schema of a website in a list of the owner’s console, which is on the home screen or in a search result. */
export const websiteHit = z.object({ page_id: pageId, title: z.string(), word: z.string() });

/**
 * Schema of an agent key on the home screen: whether a node (running agent program) uses it now, its last action and its
 * number of calls today.
 */
export const agentView = z.object({
  key_id: keyId,
  name: z.string(),
  online: z.boolean(),
  /** Status that the running agent program (node) of the key reports; null when none is online. */
  status: z.enum(['idle', 'working', 'waiting']).nullable(),
  action: z.string().nullable(),
  last_used_at: isoTime.nullable(),
  calls_today: tally,
});
