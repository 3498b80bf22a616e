import { LIMITS } from '@bridge/contracts';
import { BridgeError, sampledGauge, type ResourceScope, type RatesAndLimits } from '@bridge/kernel';

/**
 * The bytes that one request has reserved in the gateway’s memory for request bodies. They are released when the request
 * ends.
 */
export interface BodyMemoryReservation {
  /** Raises the reservation to `bytes` in total. Throws rate_limited or service_unavailable when the budget is exhausted. */
  grow(bytes: number): void;
}

/**
 * Number of keys with counts above which the counts of a key without a call in flight are deleted. With fewer keys they are
 * kept, because creating them again for each call costs more.
 */
const IDLE_KEYS_MAX = 1_024;

const callsHeld = sampledGauge('calls_in_flight', 'Calls with a key that hold a slot.', []);
const bytesHeld = sampledGauge('body_bytes_held', 'Bytes of request bodies in memory.', []);
const largeHeld = sampledGauge('large_bodies_held', 'Request bodies over 1 MiB in memory.', []);

/** The number of calls in flight, and of large request bodies in memory, of one key. */
interface KeyInFlightCallAndBodyCounts {
  calls: number;
  large: number;
}

function tooMany(limit: string): BridgeError {
  return new BridgeError('rate_limited', { limit }, { retryAfterS: 1 });
}
function memoryExhausted(): BridgeError {
  return new BridgeError('service_unavailable', { part: 'request memory' }, { retryAfterS: 1 });
}

/**
 * Limits calls in flight per key, request bodies over 1 MiB, and the total bytes of request bodies in this gateway’s memory.
 * The declared length is reserved before a body is read. Spec: limits.in-flight, limits.large-bodies.
 */
export class BodyBudget {
  readonly #policy: RatesAndLimits;
  readonly #keys = new Map<string, KeyInFlightCallAndBodyCounts>();
  #calls = 0;
  #bytes = 0;
  #large = 0;

  constructor(policy: RatesAndLimits) {
    this.#policy = policy;
  }

  /**
   * Counts a request of a key (or of an owner’s account) as in flight until `scope` ends, which is when the request was
   * answered or aborted. Throws rate_limited when the key already has its maximum number of calls in flight.
   */
  admit(scope: ResourceScope, holder: string): BodyMemoryReservation {
    const counts = this.#keys.get(holder) ?? { calls: 0, large: 0 };
    const { in_flight_per_key: callsMax } = this.#policy;
    if (!this.#policy.isOff && counts.calls >= callsMax)
      throw tooMany(`${callsMax} calls in flight per key`);
    counts.calls += 1;
    this.#calls += 1;
    this.#keys.set(holder, counts);
    let held = 0;
    scope.own(() => {
      this.#bytes -= held;
      if (held > LIMITS.largeBodyBytesMin) {
        this.#large -= 1;
        counts.large -= 1;
      }
      this.#calls -= 1;
      counts.calls -= 1;
      if (counts.calls === 0 && this.#keys.size > IDLE_KEYS_MAX) this.#keys.delete(holder);
    });
    return {
      grow: (bytes) => {
        if (scope.isEnded || bytes <= held) return;
        this.#reserve(counts, held, bytes);
        held = bytes;
      },
    };
  }

  /** Returns the numbers of calls, body bytes and large bodies that are reserved now. */
  held(): { readonly calls: number; readonly bytes: number; readonly large: number } {
    return { calls: this.#calls, bytes: this.#bytes, large: this.#large };
  }

  /** Registers the numbers of calls, body bytes and large bodies as metrics; returns a function that removes the metrics. */
  expose(): () => void {
    const ends = [
      callsHeld.add({}, () => this.#calls),
      bytesHeld.add({}, () => this.#bytes),
      largeHeld.add({}, () => this.#large),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  #reserve(counts: KeyInFlightCallAndBodyCounts, held: number, bytes: number): void {
    const becomesLarge = bytes > LIMITS.largeBodyBytesMin && !(held > LIMITS.largeBodyBytesMin);
    const { large_in_flight_per_key: largeMax, large_bodies: largeBodies } = this.#policy;
    if (becomesLarge && counts.large >= largeMax)
      throw tooMany(`${largeMax} calls over 1 MiB in flight per key`);
    if (becomesLarge && this.#large >= largeBodies) throw memoryExhausted();
    if (this.#bytes + bytes - held > this.#policy.body_bytes) throw memoryExhausted();
    this.#bytes += bytes - held;
    if (!becomesLarge) return;
    this.#large += 1;
    counts.large += 1;
  }
}
