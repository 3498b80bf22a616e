import { LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { Policy } from './policy.ts';

/** What one request holds while it is read and answered. */
export interface Place {
  /** Takes room for a body of so many bytes in all; throws rate_limited or service_unavailable when there is none. */
  grow(bytes: number): void;
  /** Gives everything back; may be called again. */
  release(): void;
}

/** Keys without a call are remembered while they are so few: to forget one after each of its calls costs more. */
const IDLE_KEPT_MAX = 1_024;

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
 * taken by the declared length before anything is read. Source: decisions.md section 5, safety design.
 */
export class BodyBudget {
  readonly #policy: Policy;
  readonly #keys = new Map<string, Counts>();
  #bytes = 0;
  #large = 0;

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** Takes a place for one request of a key (or, in person, of an account). */
  enter(who: string): Place {
    const counts = this.#keys.get(who) ?? { calls: 0, large: 0 };
    const { in_flight_per_key: callsMax } = this.#policy;
    if (!this.#policy.isOff && counts.calls >= callsMax)
      throw tooMany(`${callsMax} calls in flight per key`);
    counts.calls += 1;
    this.#keys.set(who, counts);
    let held = 0;
    return {
      grow: (bytes) => {
        if (held < 0 || bytes <= held) return;
        this.#hold(counts, held, bytes);
        held = bytes;
      },
      release: () => {
        if (held < 0) return;
        this.#bytes -= held;
        if (held > LIMITS.largeBodyBytesMin) {
          this.#large -= 1;
          counts.large -= 1;
        }
        held = -1;
        counts.calls -= 1;
        if (counts.calls === 0 && this.#keys.size > IDLE_KEPT_MAX) this.#keys.delete(who);
      },
    };
  }

  /** Bytes and large bodies held now, for the metrics. */
  held(): { readonly bytes: number; readonly large: number } {
    return { bytes: this.#bytes, large: this.#large };
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
