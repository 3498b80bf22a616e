import { z } from 'zod';
import { isoTime, keyId } from '../common.ts';
import { LIMITS } from '../limits.ts';
import { messageParty } from '../services/account/message-record.ts';
import { accountNode, journalEvent } from '../services/account/live-feed.ts';

/** Limits of the console's event stream (server-sent events), which sends the events of one account. */
export const LIVE = {
  streamsPerAccountMax: 4,
  /**
   * Maximum number of journal (audit log) rows sent to a reconnecting client; if it missed more, it receives `resync`
   * instead.
   */
  replayMax: 500,
  /** Maximum number of events queued for a slow client; at this limit they are dropped and the client receives `resync`. */
  bufferedEventsMax: 1_000,
  /** Interval in ms between reads of the journal (audit log) while no bus message `hint.journal` announces new rows. */
  pollMs: 5_000,
  /** Minimum pause between two reads of an account’s journal (audit log), ms. */
  pauseMs: 100,
  /** Interval between comment lines that keep the connection open, ms. */
  commentMs: 20_000,
  /** A client reconnects after a random time in this range, ms. */
  retryMinMs: 1_000,
  retryMaxMs: 3_000,
  /**
   * Interval at which a gateway announces by the bus message `hint.watch` how many event streams of an account it serves, ms.
   */
  watchMs: 10_000,
  /** Time after which other gateways forget a received number of event streams (`hint.watch`), ms. */
  watchedForMs: 25_000,
  /**
   * Minimum interval between two bus messages `hint.use`, which report the uses of one key to the gateways with event
   * streams, ms.
   */
  useMs: 1_000,
  /** Maximum number of uses of a key in one bus message `hint.use`. */
  usesMax: 20,
  /** Maximum length of a calling program's name in characters. */
  clientCharsMax: 80,
} as const;

/** Schema of one use of an agent key: the called action, MCP method or interface (act or MCP), with its result. */
export const keyUse = z.object({
  action: z.string().max(LIMITS.actionNameCharsMax),
  /** `ok`, or the error code with which the call was refused. */
  code: z.string().max(40),
  at: isoTime,
  /** Name of the calling program as it gives it; null when it gives none. Untrusted text. */
  client: z.string().max(LIVE.clientCharsMax).nullable().default(null),
});
/** One use of an agent key: the called action, MCP method or interface (act or MCP), with its result. */
export type KeyUse = z.output<typeof keyUse>;

const seq = z.int().nonnegative();

/**
 * The events of the stream `GET /api/console/events`, each with the schema of its data. The id of an event is the number of
 * the journal (audit log) row that caused it.
 */
export const LIVE_EVENTS = {
  /**
   * First event of a stream, with the number of the last row of the account’s journal (audit log). Events of later rows
   * follow.
   */
  ready: z.object({ seq }),
  /**
   * Events up to row `seq` of the journal (audit log) were not sent to this client, so it must reload all data that it shows.
   */
  resync: z.object({ seq }),
  journal: journalEvent,
  use: keyUse.extend({ key_id: keyId }),
  /** A new message was sent to the owner or an agent of the account; `to` is its reader. */
  message: z.object({ to: messageParty }),
  /** The nodes (running agent programs) of the account that are online now. */
  presence: z.object({ nodes: z.array(accountNode) }),
} as const;
/** Name of an event in the console's event stream, such as `journal`. */
export type LiveEventName = keyof typeof LIVE_EVENTS;
/** Data of one event in the console's event stream. */
export type ConsoleLiveEventData<N extends LiveEventName = LiveEventName> = z.output<
  (typeof LIVE_EVENTS)[N]
>;
