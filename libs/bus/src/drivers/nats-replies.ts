import { ShortLivedObjectSlotMap } from '@bridge/kernel';
import {
  createInbox,
  ErrorCode,
  NatsError,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from 'nats';
import { BusFailure, type BusFailureKind } from '../driver.ts';

/** Status of the reply that the NATS broker itself sends when a subject has no subscriber. */
const NO_RESPONDERS = 503;

/** Error codes that the NATS client throws before it sends a message, with their failure kind. */
const UNSENT: Readonly<Record<string, BusFailureKind>> = {
  [ErrorCode.MaxPayloadExceeded]: 'too_large',
  [ErrorCode.ConnectionClosed]: 'disconnected',
  [ErrorCode.ConnectionDraining]: 'disconnected',
  [ErrorCode.Disconnect]: 'disconnected',
};

/**
 * Converts an error of the NATS client. With an error code outside `UNSENT` the message may have been sent, so the failure kind
 * is `timeout`.
 */
function failureOf(error: unknown): BusFailure {
  const code = error instanceof NatsError ? error.code : '';
  return new BusFailure(UNSENT[code] ?? 'timeout', { cause: error });
}

/** A request to send to the NATS broker. */
export interface NatsRequest {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
}

/** A sent request that waits for its reply; `end` is called once. */
interface PendingRequest {
  readonly subject: string;
  /**
   * Distinguishes the reply to this request from a late reply to an earlier request that had the same slot in the list of
   * pending requests.
   */
  readonly number: number;
  end(outcome: Uint8Array | BusFailure): void;
}

/**
 * Sends requests to NATS and receives all replies through one inbox subject. The client's own `request` creates an error with a
 * stack for every call, and its Map keeps ended requests in memory (ADR 016).
 */
export class NatsRequestSender {
  readonly #pending = new ShortLivedObjectSlotMap<PendingRequest>();
  readonly #inbox: string;
  readonly #onForbidden: () => void;
  #live: Subscription | null = null;
  #count = 0;

  /** `onForbidden` is called when the broker denies the subscription to the reply inbox, with the subjects of such inboxes. */
  constructor(service: string, onForbidden: (subjects: string) => void) {
    const prefix = `_INBOX_${service}`;
    this.#inbox = createInbox(prefix);
    this.#onForbidden = () => onForbidden(`${prefix}.>`);
  }

  /** Sends a request and resolves with its reply; rejects with BusFailure. */
  send(connection: NatsConnection, request: NatsRequest): Promise<Uint8Array> {
    const { subject, data, headers, timeoutMs } = request;
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      const end: PendingRequest['end'] = (outcome) => {
        clearTimeout(timer);
        this.#pending.delete(slot);
        if (outcome instanceof BusFailure) reject(outcome);
        else resolve(outcome);
      };
      const slot = this.#pending.add({ subject, number, end });
      const timer = setTimeout(() => end(new BusFailure('timeout')), timeoutMs);
      try {
        this.#listen(connection);
        const reply = `${this.#inbox}.${slot}.${number}`;
        connection.publish(subject, data, { reply, headers });
      } catch (error) {
        end(failureOf(error));
      }
    });
  }

  /** Fails the oldest pending request to a subject, after the broker has denied permission to send to it. */
  refuse(subject: string): void {
    for (const pending of this.#pending) {
      if (pending.subject !== subject) continue;
      pending.end(new BusFailure('refused'));
      return;
    }
  }

  /** Fails all pending requests. */
  close(): void {
    for (const pending of this.#pending) pending.end(new BusFailure('timeout'));
  }

  /**
   * Subscribes this connection to the reply inbox if it is not yet subscribed. After a reconnect the NATS client restores the
   * subscription.
   */
  #listen(connection: NatsConnection): void {
    if (this.#live?.isClosed() === false) return;
    this.#live = connection.subscribe(`${this.#inbox}.>`, {
      callback: (error, message) => {
        if (error === null) return this.#take(message);
        this.#live = null;
        this.#onForbidden();
        void this.#endUnanswerable(connection, error);
      },
    });
  }

  /**
   * Ends the pending requests after the broker denied the subscription to the reply inbox, so that none of them can receive a
   * reply. A request whose own subject the broker denies too has ended as `refused` by then, because the broker reports this
   * before it answers the flush. The others may have been delivered, so they end as `timeout`.
   */
  async #endUnanswerable(connection: NatsConnection, cause: Error): Promise<void> {
    const unanswerable = new Set(this.#pending);
    await connection.flush().catch(() => undefined);
    for (const pending of this.#pending)
      if (unanswerable.has(pending)) pending.end(new BusFailure('timeout', { cause }));
  }

  #take(message: Msg): void {
    const [slot, number] = message.subject
      .slice(this.#inbox.length + 1)
      .split('.')
      .map(Number);
    const pending = this.#pending.get(slot ?? -1);
    if (pending === null || pending.number !== number) return;
    const isUnheard = message.data.byteLength === 0 && message.headers?.code === NO_RESPONDERS;
    pending.end(isUnheard ? new BusFailure('no_responders') : message.data);
  }
}
