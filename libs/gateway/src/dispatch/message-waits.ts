import { onHint, type BusDriver } from '@bridge/bus';
import { hintMessage, LIMITS } from '@bridge/contracts';
import { BridgeError, sampledGauge, type Logger } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';

const waitingCalls = sampledGauge('calls_waiting', 'Calls that wait for a message.', []);

/** Why a wait ended: a message was announced, its time was over, or its client or this gateway is leaving. */
export type WaitEnd = 'announced' | 'over' | 'leaving';

/** The wait of one call. An announcement between two waits ends the next one at once. */
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

  /** Waits for at most `ms`. */
  async next(ms: number): Promise<WaitEnd> {
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
 * The calls of this gateway that wait for a message, by reader. A waiting call costs its socket, one entry here and a
 * timer: no slot of admission, no connection of the database and no request on the bus. Spec: relay.wait, relay.wait-limit.
 */
export class MessageWaits {
  readonly #readers = new Map<string, Set<MessageWait>>();
  #waiting = 0;
  #isClosed = false;

  /** Registers a wait before its call reads messages, so that none is missed. Throws rate_limited over the limit of a key. */
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

  /** Ends the waits of a reader. */
  announce(accountId: string, to: string): void {
    for (const wait of this.#readers.get(readerName(accountId, to)) ?? []) wait.announce();
  }

  /** Number of calls that wait. */
  waiting(): number {
    return this.#waiting;
  }

  /** Ends all waits and those that begin from now on: the process stops. */
  close(): void {
    this.#isClosed = true;
    for (const waits of this.#readers.values()) for (const wait of waits) wait.leave();
  }
}

/** Opens the waits of a gateway, which the announcements of all account services end. */
export function openMessageWaits(
  driver: BusDriver,
  log: Logger,
): { readonly waits: MessageWaits; close(): Promise<void> } {
  const waits = new MessageWaits();
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
