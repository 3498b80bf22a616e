import type { SuccessfulCall } from '@bridge/bus';
import type { LongPoll } from '@bridge/contracts';
import { isBridgeError, type Clock } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import type { MessageWaits } from './message-waits.ts';

const MS_PER_SECOND = 1_000;
/** Pause before the inbox is read again when its service was away or busy. */
const RETRY_MS = 100;

/** The client of a call that may wait. */
export interface WaitingClient {
  /** Frees the slot of admission, which a waiting call does not hold. */
  freeSlot(): void;
  /** Calls `then` once when the client has disconnected or stopped sending; returns how to cancel. */
  whenGone(then: () => void): () => void;
}

/** A call that may wait, before it is sent. */
export interface PollCall {
  readonly longPoll: LongPoll;
  readonly wire: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  readonly client: WaitingClient;
  /** Sends the call with this input and a time budget of its own. */
  readonly send: (wire: PollCall['wire']) => Promise<SuccessfulCall<unknown>>;
}

/**
 * Sends a call and, while the list of its result is empty, again when an entry is announced and when its seconds are over.
 * A lost announcement costs at most the wait, and a service that is away meanwhile no more. When the client is gone or this gateway stops, the empty result is returned
 * at once. Throws rate_limited over the waits of the key.
 */
export async function pollUntilEntry(
  { waits, clock }: { readonly waits: MessageWaits; readonly clock: Clock },
  { longPoll, wire, principal, client, send }: PollCall,
): Promise<SuccessfulCall<unknown>> {
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
    /** True after an announcement whose messages could not be read. */
    let isOwed = false;
    for (;;) {
      // The bus has checked the result against the action's wire output, of which `list` is a list.
      const entries = (answer.result as Readonly<Record<string, readonly unknown[]>>)[list];
      if (entries === undefined || entries.length > 0) return answer;
      const leftMs = Math.max(0, endsAt - clock.monotonic());
      const ended = await wait.next(isOwed ? Math.min(leftMs, RETRY_MS) : leftMs);
      if (ended === 'leaving') return answer;
      try {
        answer = await send(again);
        isOwed = false;
      } catch (error) {
        // Many waits end at once and may find the service busy; the empty list from before is still an answer.
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
