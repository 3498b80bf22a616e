import { z } from 'zod';
import { isoTime, keyId, pageId, word } from '../common.ts';
import { messageParty } from '../services/account/message-record.ts';
import { accountNode, actorRecord } from '../services/account/live-feed.ts';

/** Bounds of the stream of an account's events. */
export const LIVE = {
  streamsPerAccountMax: 4,
  /** Maximum number of journal rows that a resumed stream receives; if it missed more, it receives `resync`. */
  replayMax: 500,
  /** Events that wait for a slow reader; then they are dropped and it receives `resync`. */
  bufferedEventsMax: 1_000,
  /** How often the journal is read when no hint arrives, and the shortest pause between two reads. */
  pollMs: 5_000,
  pauseMs: 100,
  commentMs: 20_000,
  /** A client comes back after a time in this range. */
  retryMinMs: 1_000,
  retryMaxMs: 3_000,
  /** `hint.watch` is sent this often, and holds for this long. */
  watchMs: 10_000,
  watchedForMs: 25_000,
  /** `hint.use` is sent at most this often for a key, with at most so many kinds of uses. */
  useMs: 1_000,
  usesMax: 20,
} as const;

/** One kind of use of a key: an action or a method, and how it ended. */
export const keyUse = z.object({
  action: z.string().max(80),
  /** `ok`, or the code of the refusal. */
  code: z.string().max(40),
  at: isoTime,
});
/** One kind of use of a key: an action or a method, and how it ended. */
export type KeyUse = z.output<typeof keyUse>;

const seq = z.int().nonnegative();

/** The events of `GET /api/console/events`, each with its data. The id of an event is the number of its journal row. */
export const LIVE_EVENTS = {
  /** The stream begins behind this row. */
  ready: z.object({ seq }),
  /** Rows up to this one, or other events, were left out: read again what is shown. */
  resync: z.object({ seq }),
  journal: z.object({
    seq: z.int().positive(),
    at: isoTime,
    action: z.string(),
    actor: actorRecord,
    page_id: pageId.nullable(),
    word: word.nullable(),
    /** The revision after the effect. */
    rev: z.int().positive().nullable(),
  }),
  use: keyUse.extend({ key_id: keyId }),
  /** A message was sent to this reader. */
  message: z.object({ to: messageParty }),
  /** The nodes that are online now. */
  presence: z.object({ nodes: z.array(accountNode) }),
} as const;
/** Name of an event of the stream. */
export type LiveEventName = keyof typeof LIVE_EVENTS;
/** Data of an event of the stream. */
export type LiveEvent<N extends LiveEventName = LiveEventName> = z.output<(typeof LIVE_EVENTS)[N]>;
