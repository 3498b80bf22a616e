import type { SuccessfulCallResult } from '@bridge/bus';
import type { LongPollOptions } from '@bridge/contracts';
import { isBridgeError, type Clock } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import type { MessageWaitRegistry } from './message-waits.ts';

const MS_PER_SECOND = 1_000;
/** Pause in ms before a waiting call reads the messages again after the account service was unavailable or busy. */
const RETRY_MS = 100;

/** The client of a call that may wait for messages. */
export interface LongPollClient {
  /** Frees the call’s admission slot, which a waiting call must not hold. */
  freeSlot(): void;
  /**
   * Calls `then` once when the client has disconnected or has closed its sending direction. Returns a function that cancels
   * this.
   */
  whenGone(then: () => void): () => void;
}

/** A long-polling call: it is sent again until the list in its result has an entry or its waiting time is over. */
export interface LongPollCall {
  readonly longPoll: LongPollOptions;
  readonly wire: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly client: LongPollClient;
  /** Sends the call with this input. Each time that it is sent, it has a new deadline. */
  readonly send: (wire: LongPollCall['wire']) => Promise<SuccessfulCallResult<unknown>>;
}

/**
 * Sends a call. While the list in its result that `longPoll.list` names is empty, sends the call again when a message is
 * announced, and a last time when its waiting time is over. Returns the empty result when the client disconnects or this
 * gateway stops. Throws rate_limited when the key has too many waits.
 */
export async function pollUntilEntry(
  { waits, clock }: { readonly waits: MessageWaitRegistry; readonly clock: Clock },
  { longPoll, wire, principal, client, send }: LongPollCall,
): Promise<SuccessfulCallResult<unknown>> {
  const { seconds, list, once } = longPoll;
  const waitMs = Number(wire[seconds] ?? 0) * MS_PER_SECOND;
  if (waitMs === 0) return send(wire);
  const { wait, end } = waits.start(principal);
  const cancel = client.whenGone(() => wait.leave());
  try {
    const endsAt = clock.monotonic() + waitMs;
    const again = Object.fromEntries(Object.entries(wire).filter(([name]) => !once.includes(name)));
    let answer = await send(wire);
    client.freeSlot();
    /** True when a message was announced but the read after the announcement failed. */
    let isOwed = false;
    for (;;) {
      // Safe cast: the bus has validated the result, in which the member named by `list` is a list.
      const entries = (answer.result as Readonly<Record<string, readonly unknown[]>>)[list];
      if (entries === undefined || entries.length > 0) return answer;
      const leftMs = Math.max(0, endsAt - clock.monotonic());
      const ended = await wait.next(isOwed ? Math.min(leftMs, RETRY_MS) : leftMs);
      if (ended === 'leaving') return answer;
      try {
        answer = await send(again);
        isOwed = false;
      } catch (error) {
        // Many waits end at once, so the service may be busy. The earlier, empty result is still a valid answer.
        if (!isBridgeError(error, 'service_unavailable')) throw error;
        isOwed = true;
      }
      if (clock.monotonic() >= endsAt) return answer;
    }
  } finally {
    cancel();
    end();
  }
}
