import { Slots } from '@bridge/kernel';
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

/** What the broker itself answers, in the headers, when nobody receives a subject. */
const NOBODY_THERE = 503;
const BETWEEN = '.';

/** What the client throws before anything is written. */
const UNSENT: Readonly<Record<string, BusFailureKind>> = {
  [ErrorCode.MaxPayloadExceeded]: 'too_large',
  [ErrorCode.ConnectionClosed]: 'disconnected',
  [ErrorCode.ConnectionDraining]: 'disconnected',
  [ErrorCode.Disconnect]: 'disconnected',
};

/** Whatever else goes wrong may have gone wrong after the message left: that is silence. */
function failureOf(error: unknown): BusFailure {
  const code = error instanceof NatsError ? error.code : '';
  return new BusFailure(UNSENT[code] ?? 'timeout', { cause: error });
}

/** One request as it leaves. */
export interface Question {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: MsgHdrs;
  readonly timeoutMs: number;
}

/** What waits for one answer; `end` is called once. */
interface Asked {
  readonly subject: string;
  /** A late answer to an earlier request in the same slot has another number. */
  readonly number: number;
  end(outcome: Uint8Array | BusFailure): void;
}

/**
 * Requests of this process that wait for their answers, over one inbox. In place of the client's `request`, which makes an
 * error with its trace for every answer and keeps what was asked in a table that outlives it (ADR 016).
 */
export class NatsReplies {
  readonly #asked = new Slots<Asked>();
  readonly #inbox: string;
  #live: Subscription | null = null;
  #count = 0;

  constructor(service: string) {
    this.#inbox = createInbox(`_INBOX_${service}`);
  }

  /** Sends and waits; rejects with BusFailure. */
  ask(connection: NatsConnection, question: Question): Promise<Uint8Array> {
    const { subject, data, headers, timeoutMs } = question;
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      const end: Asked['end'] = (outcome) => {
        clearTimeout(timer);
        this.#asked.delete(slot);
        if (outcome instanceof BusFailure) reject(outcome);
        else resolve(outcome);
      };
      const slot = this.#asked.add({ subject, number, end });
      const timer = setTimeout(() => end(new BusFailure('timeout')), timeoutMs);
      try {
        this.#listen(connection);
        const reply = `${this.#inbox}${BETWEEN}${slot}${BETWEEN}${number}`;
        connection.publish(subject, data, { reply, headers });
      } catch (error) {
        end(failureOf(error));
      }
    });
  }

  /** The broker forbids this process to send to a subject: nobody received what it asked there. */
  refuse(subject: string): void {
    for (const asked of this.#asked) {
      if (asked.subject !== subject) continue;
      asked.end(new BusFailure('refused'));
      return;
    }
  }

  /** Nobody answers any more. */
  close(): void {
    for (const asked of this.#asked) asked.end(new BusFailure('timeout'));
  }

  /** Once per client: it restores the subscription after a reconnect, and takes it with it when it gives up. */
  #listen(connection: NatsConnection): void {
    if (this.#live?.isClosed() === false) return;
    this.#live = connection.subscribe(`${this.#inbox}${BETWEEN}>`, {
      callback: (error, message) => {
        if (error === null) return this.#take(message);
        // Without an inbox nobody is asked: the broker refused it before it saw the first request.
        this.#live = null;
        for (const asked of this.#asked) asked.end(new BusFailure('refused', { cause: error }));
      },
    });
  }

  #take(message: Msg): void {
    const [slot, number] = message.subject
      .slice(this.#inbox.length + 1)
      .split(BETWEEN)
      .map(Number);
    const asked = this.#asked.get(slot ?? -1);
    if (asked === null || asked.number !== number) return;
    const isNobody = message.data.byteLength === 0 && message.headers?.code === NOBODY_THERE;
    asked.end(isNobody ? new BusFailure('no_responders') : message.data);
  }
}
