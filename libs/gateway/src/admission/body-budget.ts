import { LIMITS } from '@bridge/contracts';
import { BridgeError, sampledGauge, type ResourceScope } from '@bridge/kernel';
import type { Policy } from './policy.ts';

/** What one request holds of the budget while it is read and answered; its scope gives everything back. */
export interface Place {
  /** Takes room for a body of so many bytes in all; throws rate_limited or service_unavailable when there is none. */
  grow(bytes: number): void;
}

/** Keys without a call are remembered while they are so few: to forget one after each of its calls costs more. */
const IDLE_KEPT_MAX = 1_024;

const callsHeld = sampledGauge('calls_in_flight', 'Calls with a key that hold a slot.', []);
const bytesHeld = sampledGauge('body_bytes_held', 'Bytes of request bodies in memory.', []);
const largeHeld = sampledGauge('large_bodies_held', 'Request bodies over 1 MiB in memory.', []);

interface Counts {
  calls: number;
  large: number;
}

function tooMany(limit: string): BridgeError {
  return new BridgeError('rate_limited', { limit }, { retryAfterS: 1 });
}
function full(): BridgeError {
  return new BridgeError('service_unavailable', { part: 'request memory' }, { retryAfterS: 1 });
}

/**
 * Bounds what this gateway holds at once: calls in flight per key, large bodies, and bytes of bodies in all. Room is
 * taken by the declared length before anything is read. Spec: limits.in-flight, limits.large-bodies.
 */
export class BodyBudget {
  readonly #policy: Policy;
  readonly #keys = new Map<string, Counts>();
  #calls = 0;
  #bytes = 0;
  #large = 0;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /**
   * Admits one request of a key (or, in person, of an account) until its scope ends. Throws rate_limited when the key has
   * its most calls in flight.
   */
  admit(scope: ResourceScope, who: string): Place {
    const counts = this.#keys.get(who) ?? { calls: 0, large: 0 };
    const { in_flight_per_key: callsMax } = this.#policy;
    if (!this.#policy.isOff && counts.calls >= callsMax)
      throw tooMany(`${callsMax} calls in flight per key`);
    counts.calls += 1;
    this.#calls += 1;
    this.#keys.set(who, counts);
    let held = 0;
    scope.own(() => {
      this.#bytes -= held;
      if (held > LIMITS.largeBodyBytesMin) {
        this.#large -= 1;
        counts.large -= 1;
      }
      this.#calls -= 1;
      counts.calls -= 1;
      if (counts.calls === 0 && this.#keys.size > IDLE_KEPT_MAX) this.#keys.delete(who);
    });
    return {
      grow: (bytes) => {
        if (scope.isEnded || bytes <= held) return;
        this.#hold(counts, held, bytes);
        held = bytes;
      },
    };
  }

  /** Calls, bytes of bodies and large bodies held now. */
  held(): { readonly calls: number; readonly bytes: number; readonly large: number } {
    return { calls: this.#calls, bytes: this.#bytes, large: this.#large };
  }

  /** Shows in the metrics what is held; returns how to end that. */
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

  #hold(counts: Counts, held: number, bytes: number): void {
    const becomesLarge = bytes > LIMITS.largeBodyBytesMin && !(held > LIMITS.largeBodyBytesMin);
    const { large_in_flight_per_key: largeMax, large_bodies: largeBodies } = this.#policy;
    if (becomesLarge && counts.large >= largeMax)
      throw tooMany(`${largeMax} calls over 1 MiB in flight per key`);
    if (becomesLarge && this.#large >= largeBodies) throw full();
    if (this.#bytes + bytes - held > this.#policy.body_bytes) throw full();
    this.#bytes += bytes - held;
    if (!becomesLarge) return;
    this.#large += 1;
    counts.large += 1;
  }
}
