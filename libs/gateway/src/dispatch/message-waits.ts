import { onHint, type BusDriver } from '@bridge/bus';
import { hintMessage, LIMITS } from '@bridge/contracts';
import { BridgeError, sampledGauge, type Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

const waitingCalls = sampledGauge('calls_waiting', 'Calls that wait for a message.', []);

/**
 * The reason why a wait for messages ended: a message was announced, its time is over, or the client disconnected or this
 * gateway stops.
 */
export type MessageWaitEndReason = 'announced' | 'over' | 'leaving';

/**
 * The wait of one long-polling call for a message to its caller. When a message is announced between two calls of `next`, the
 * second one ends at once.
 */
export class MessageWait {
  #isAnnounced = false;
  #isLeaving = false;
  #wake: (() => void) | null = null;

  announce(): void {
    this.#isAnnounced = true;
    this.#wake?.();
  }

  leave(): void {
    this.#isLeaving = true;
    this.#wake?.();
  }

  /** Waits until a message is announced, the client disconnects or the gateway stops, for at most `ms` milliseconds. */
  async next(ms: number): Promise<MessageWaitEndReason> {
    if (!this.#isAnnounced && !this.#isLeaving)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#wake = null;
    if (this.#isLeaving) return 'leaving';
    const end = this.#isAnnounced ? 'announced' : 'over';
    this.#isAnnounced = false;
    return end;
  }
}

function readerName(accountId: string, to: string): string {
  return `${accountId} ${to}`;
}

/**
 * The calls at this gateway that wait for a message, grouped by reader (a key, or the owner of an account). A waiting call
 * costs a socket, an entry here and a timer, but no admission slot, database connection or bus request.
 * Spec: relay.wait, relay.wait-limit.
 */
export class MessageWaitRegistry {
  readonly #readers = new Map<string, Set<MessageWait>>();
  #waiting = 0;
  #isClosed = false;

  /**
   * Registers a wait of the caller for a message. Called before the messages are read, so that no message is missed that
   * arrives meanwhile. Throws rate_limited when the key already has its maximum number of waits.
   */
  start({ accountId, keyId }: Principal): { readonly wait: MessageWait; end(): void } {
    const name = readerName(accountId, keyId === null ? 'owner' : `key:${keyId}`);
    const waits = this.#readers.get(name) ?? new Set();
    const max = LIMITS.waitingCallsPerKeyMax;
    if (waits.size >= max)
      throw new BridgeError(
        'rate_limited',
        { limit: `${max} waiting calls per key` },
        { retryAfterS: 1 },
      );
    const wait = new MessageWait();
    if (this.#isClosed) wait.leave();
    waits.add(wait);
    this.#readers.set(name, waits);
    this.#waiting += 1;
    return {
      wait,
      end: () => {
        if (!waits.delete(wait)) return;
        this.#waiting -= 1;
        if (waits.size === 0 && this.#readers.get(name) === waits) this.#readers.delete(name);
      },
    };
  }

  /** Ends the waits of one reader of messages (`owner` or `key:` and the key’s id), because a message for it was announced. */
  announce(accountId: string, to: string): void {
    for (const wait of this.#readers.get(readerName(accountId, to)) ?? []) wait.announce();
  }

  /** Returns the number of waiting calls. */
  waiting(): number {
    return this.#waiting;
  }

  /** Ends all waits for messages, present and future ones, because the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const waits of this.#readers.values()) for (const wait of waits) wait.leave();
  }
}

/**
 * Opens the registry of the calls at this gateway that wait for messages. A wait ends when the account service announces a
 * message for its reader on the bus.
 */
export function openMessageWaits(
  driver: BusDriver,
  log: Logger,
): { readonly waits: MessageWaitRegistry; close(): Promise<void> } {
  const waits = new MessageWaitRegistry();
  const unexpose = waitingCalls.add({}, () => waits.waiting());
  const subscription = onHint(driver, hintMessage, log, ({ account_id, to }) =>
    waits.announce(account_id, to),
  );
  return {
    waits,
    close: async () => {
      waits.close();
      unexpose();
      await subscription.drain();
    },
  };
}
