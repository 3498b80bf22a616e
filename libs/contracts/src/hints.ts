import { z } from 'zod';
import { accountId, keyId, pageId } from './common.ts';
import { keyUse, LIVE } from './console/live.ts';
import type { CallerName } from './define.ts';
import { subjectOf } from './service.ts';
import { messageParty } from './services/account/message-record.ts';
import { archiveVersionName } from './services/surf/operate.ts';

/** A broadcast message between services. It may be lost, so receivers also poll: the message only saves time. */
export interface HintDeclaration<P extends z.ZodType = z.ZodType> {
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
}): HintDeclaration<P> {
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
    'The public state of a website has changed to version `v`. Receivers also read the state again after 1 s, because this message may be lost.',
  payload: z.object({ page_id: pageId, v: z.int().nonnegative() }),
});

export const hintJournal = defineHint({
  prefix: 'hint',
  verb: 'journal',
  senders: ['gateway', 'worlds', 'builder', 'account'],
  listeners: ['gateway', 'account'],
  purpose:
    'An account’s journal has grown to row `seq`. Receivers also read the journal at intervals, because this message may be lost.',
  payload: z.object({ account_id: accountId, seq: z.int().positive() }),
});

export const hintMessage = defineHint({
  prefix: 'hint',
  verb: 'message',
  senders: ['account'],
  listeners: ['gateway'],
  purpose:
    'A mailbox message was sent in an account. A call that waits for one also reads the mailbox at the end of its wait, because this message may be lost.',
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
  purpose:
    'A node of an account sent a heartbeat. A console also reads the nodes every 5 s, because this message may be lost.',
  payload: z.object({ account_id: accountId }),
});

export const hintWatch = defineHint({
  prefix: 'hint',
  verb: 'watch',
  senders: ['gateway'],
  listeners: ['gateway'],
  purpose:
    'The number of open consoles of an account at one gateway; sent every 10 s and at each change. Receivers forget it after 25 s.',
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
    'Uses of a key whose account is shown by an open console; at most one message per key and second.',
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
    'The tokens that one gateway took from its rate buckets since its last broadcast, so that all gateways together enforce one rate. A gateway ignores its own broadcast.',
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
    'The replicas must serve another version of the archive. They also read the version every 5 s, because this message may be lost.',
  payload: z.object({ version: archiveVersionName }),
});

export const hintServed = defineHint({
  prefix: 'hint',
  verb: 'served',
  senders: ['surf'],
  listeners: ['surf'],
  purpose:
    'The version of the archive that a replica serves, so that each replica can list the versions of all. A replica that sends nothing for 15 s is omitted.',
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
