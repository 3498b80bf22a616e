import { z } from 'zod';
import { isoTime, keyId, pageId, word } from '../common.ts';
import { messageParty } from '../services/account/message-record.ts';
import { accountNode, actorRecord } from '../services/account/live-feed.ts';

/** Limits of the stream of an account's events. */
export const LIVE = {
  streamsPerAccountMax: 4,
  /** Maximum number of journal rows that a resumed stream receives; if it missed more, it receives `resync`. */
  replayMax: 500,
  /**
   * Maximum number of events that wait for a slow reader; beyond it they are dropped and the reader receives `resync`.
   */
  bufferedEventsMax: 1_000,
  /**
   * Interval between reads of the journal when no hint arrives, ms, and below it the shortest pause between two reads.
   */
  pollMs: 5_000,
  pauseMs: 100,
  commentMs: 20_000,
  /** A client reconnects after a random time in this range, ms. */
  retryMinMs: 1_000,
  retryMaxMs: 3_000,
  /** Interval of `hint.watch`, ms; below it the time for which one hint is valid. */
  watchMs: 10_000,
  watchedForMs: 25_000,
  /** Minimum interval of `hint.use` for one key, ms; below it the maximum number of kinds of uses in one hint. */
  useMs: 1_000,
  usesMax: 20,
} as const;

/** One kind of use of a key: an action or a method, and its result. */
export const keyUse = z.object({
  action: z.string().max(80),
  /** `ok`, or the error code of the refusal. */
  code: z.string().max(40),
  at: isoTime,
});
/** One kind of use of a key: an action or a method, and its result. */
export type KeyUse = z.output<typeof keyUse>;

const seq = z.int().nonnegative();

/**
 * The events of `GET /api/console/events`, each with the schema of its data. The id of an event is the number of its
 * journal row.
 */
export const LIVE_EVENTS = {
  /** The stream begins after this journal row. */
  ready: z.object({ seq }),
  /**
   * Journal rows up to this one, or other events, were left out: the client must read again everything that it shows.
   */
  resync: z.object({ seq }),
  journal: z.object({
    seq: z.int().positive(),
    at: isoTime,
    action: z.string(),
    actor: actorRecord,
    page_id: pageId.nullable(),
    word: word.nullable(),
    /** The draft's revision after the effect. */
    rev: z.int().positive().nullable(),
  }),
  use: keyUse.extend({ key_id: keyId }),
  /** A message for this reader was sent. */
  message: z.object({ to: messageParty }),
  /** The nodes of the account that are online now. */
  presence: z.object({ nodes: z.array(accountNode) }),
} as const;
/** Name of an event of the stream. */
export type LiveEventName = keyof typeof LIVE_EVENTS;
/** Data of an event of the stream. */
export type LiveEvent<N extends LiveEventName = LiveEventName> = z.output<(typeof LIVE_EVENTS)[N]>;
