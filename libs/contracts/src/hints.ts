import { z } from 'zod';
import { accountId, keyId, pageId } from './common.ts';
import { keyUse, LIVE } from './console/live.ts';
import type { CallerName } from './define.ts';
import { subjectOf } from './service.ts';
import { messageParty } from './services/account/message-record.ts';
import { archiveVersionName } from './services/surf/operate.ts';

/** A broadcast message between services. It may be lost, so receivers also poll: the message only saves time. */
export interface BroadcastHint<P extends z.ZodType = z.ZodType> {
  /** Name of the broadcast message (hint), such as `hint.live`; its subject on the bus contains this name. */
  readonly name: string;
  readonly subject: string;
  readonly senders: readonly CallerName[];
  /** Names of the services and programs of which every replica receives the broadcast message. */
  readonly listeners: readonly CallerName[];
  readonly purpose: string;
  readonly payload: P;
}

/** Declares a broadcast message; the broker lets only `senders` send it and only `listeners` receive it. */
function defineHint<P extends z.ZodType>(spec: {
  readonly prefix: 'hint' | 'gateway';
  readonly verb: string;
  readonly senders: readonly CallerName[];
  readonly listeners: readonly CallerName[];
  readonly purpose: string;
  readonly payload: P;
}): BroadcastHint<P> {
  return {
    name: `${spec.prefix}.${spec.verb}`,
    subject: subjectOf(spec.prefix, spec.verb),
    senders: spec.senders,
    listeners: spec.listeners,
    purpose: spec.purpose,
    payload: spec.payload,
  };
}

export const hintLive = defineHint({
  prefix: 'hint',
  verb: 'live',
  senders: ['builder'],
  listeners: ['sites'],
  purpose:
    'The public side of a website moved to version v; a reader that hears nothing looks again after 1 s.',
  payload: z.object({ page_id: pageId, v: z.int().nonnegative() }),
});

export const hintJournal = defineHint({
  prefix: 'hint',
  verb: 'journal',
  senders: ['gateway', 'worlds', 'builder', 'account'],
  listeners: ['gateway', 'account'],
  purpose: 'An account’s journal has grown to seq; a consumer that hears nothing polls.',
  payload: z.object({ account_id: accountId, seq: z.int().positive() }),
});

export const hintMessage = defineHint({
  prefix: 'hint',
  verb: 'message',
  senders: ['account'],
  listeners: ['gateway'],
  purpose:
    'A message was sent in an account; a call that waits for one and hears nothing looks again at the end of its wait.',
  payload: z.object({
    account_id: accountId,
    /** The reader of the sent message: the owner or an agent key. */
    to: messageParty,
  }),
});

/** Schema of the id of the replica that sends a hint (a broadcast message). */
const replica = z.string().min(1).max(64);

export const hintPresence = defineHint({
  prefix: 'hint',
  verb: 'presence',
  senders: ['account'],
  listeners: ['gateway'],
  purpose: 'A node of an account sent a heartbeat; a console that hears nothing looks every 5 s.',
  payload: z.object({ account_id: accountId }),
});

export const hintWatch = defineHint({
  prefix: 'hint',
  verb: 'watch',
  senders: ['gateway'],
  listeners: ['gateway'],
  purpose:
    'How many consoles watch an account at one gateway; sent every 10 s and when it changes, forgotten after 25 s.',
  payload: z.object({
    account_id: accountId,
    gateway: replica,
    streams: z.int().nonnegative(),
  }),
});

export const hintUse = defineHint({
  prefix: 'hint',
  verb: 'use',
  senders: ['gateway'],
  listeners: ['gateway'],
  purpose:
    'Uses of a key of an account that a console watches: at most one message for a key and second.',
  payload: z.object({
    account_id: accountId,
    key_id: keyId,
    uses: z.array(keyUse).min(1).max(LIVE.usesMax),
  }),
});

/**
 * Maximum number of debits in one broadcast. A debit is the amount that a gateway took from one rate-limit bucket. A gateway
 * with more debits sends several broadcasts.
 */
export const DEBITS_MAX = 2_000;

export const gatewayDebits = defineHint({
  prefix: 'gateway',
  verb: 'debits',
  senders: ['gateway'],
  listeners: ['gateway'],
  purpose:
    'What one gateway took from its rate buckets since its last broadcast, so that all of them hold one rate; the sender hears itself and skips it.',
  payload: z.object({
    gateway: replica,
    debits: z
      .array(z.object({ bucket: z.string().min(1).max(120), cost: z.number().positive() }))
      .max(DEBITS_MAX),
  }),
});

export const hintArchive = defineHint({
  prefix: 'hint',
  verb: 'archive',
  senders: ['surf'],
  listeners: ['surf'],
  purpose:
    'Another version of the archive is to serve; a replica that hears nothing looks every 5 s.',
  payload: z.object({ version: archiveVersionName }),
});

export const hintServed = defineHint({
  prefix: 'hint',
  verb: 'served',
  senders: ['surf'],
  listeners: ['surf'],
  purpose:
    'Which version of the archive a replica serves, so that any of them can say it of all; one that is silent for 15 s is forgotten.',
  payload: z.object({
    replica,
    version: archiveVersionName.nullable(),
    trouble: z.string().max(1_000).nullable(),
  }),
});

/** All broadcast messages; the broker's permissions and the bus reference are generated from this list. */
export const HINTS = [
  hintLive,
  hintJournal,
  hintMessage,
  hintPresence,
  hintWatch,
  hintUse,
  hintArchive,
  hintServed,
  gatewayDebits,
] as const;
