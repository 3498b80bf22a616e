import { z } from 'zod';
import { isoTime, keyId, pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { activityEvent, chainCheck } from './activity.ts';
import { accountNode } from './live-feed.ts';

/** Kinds that message `account.home` names; its schema is pinned, so further kinds follow below. */
const accountKinds = [
  'key_expiring',
  'refusals',
  'unpublished',
  'webhook_paused',
  'message',
  'quota',
  'chain_broken',
] as const;
/** Kinds of things that need an owner. */
export const attentionKind = z.enum([
  ...accountKinds,
  'unsaved',
  'live_problem',
  'purge_soon',
  'invitation',
]);
/** Kinds of notices at home that require an action of the owner. */
export type AttentionKind = z.output<typeof attentionKind>;

/** Values that the text of a notice contains. */
const attentionFacts = z.record(z.string(), z.string().or(z.number()).nullable());

/** A notice that requires an action of the owner. The owner can hide it until its facts change. */
export const attentionItem = z.object({
  kind: attentionKind,
  /** The key, website, World, webhook or quota that it is about; `account` for the account itself. */
  ref: z.string().min(1).max(80),
  since: isoTime,
  facts: attentionFacts,
});
/** A notice that requires an action of the owner. */
export type AttentionItem = z.output<typeof attentionItem>;

const tally = z.int().nonnegative();

export const home = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose:
    'Reads the account’s part of the home of its owner: what needs attention, nodes online, the newest effects, and what was hidden.',
  input: z.object({}),
  output: z.object({
    attention: z.array(attentionItem.extend({ kind: z.enum(accountKinds) })),
    hidden: z.array(z.object({ kind: z.string(), ref: z.string(), facts: z.string() })),
    nodes: z.array(accountNode),
    lately: z.array(activityEvent),
    messages_waiting: tally,
    /** Websites whose last change was made by a key, at least an hour ago, among the newest 1,000 effects. */
    changed: z
      .array(
        z.object({
          page_id: pageId,
          at: isoTime,
          key_id: keyId,
          key_name: z.string().nullable(),
        }),
      )
      .max(100),
    seq: tally,
    chain: chainCheck,
  }),
});

export const attentionHide = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'change',
  purpose: 'Hides something that needs attention until its facts change; idempotent by state.',
  input: z.object({
    kind: attentionKind,
    ref: z.string().min(1).max(80),
    /** SHA-256 of the facts of the notice. */
    facts: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  output: z.object({}),
});

/** A website on the home screen, or a hit of the console's search. */
export const websiteHit = z.object({ page_id: pageId, title: z.string(), word: z.string() });

/** An agent key on the home screen: whether it is online, and its last effect. */
export const agentView = z.object({
  key_id: keyId,
  name: z.string(),
  online: z.boolean(),
  /** Status of the key's node, when one is online. */
  status: z.enum(['idle', 'working', 'waiting']).nullable(),
  action: z.string().nullable(),
  last_used_at: isoTime.nullable(),
  calls_today: tally,
});
