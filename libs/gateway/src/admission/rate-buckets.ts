import type { Clock } from '@bridge/kernel';
import type { Policy, Rate, RateName } from './policy.ts';

/** Whose bucket: its rate is the policy's, for an account times `account_factor`. */
export type BucketScope = 'key' | 'account' | 'address';
/** What a bucket answers now. */
export interface BucketState {
  /** Whole tokens left; 0 or less means: not now. */
  readonly remaining: number;
  /** Milliseconds until there is a token; 0 when there is one. */
  readonly waitMs: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullMs: number;
}
/** Tokens taken from a bucket since the last broadcast. */
export interface Debit {
  readonly bucket: string;
  readonly cost: number;
}

const ROUNDING_MS = 1e-6;
/** Buckets that hold nothing but fullness are forgotten this often. */
const SWEEP_MS = 10_000;
/** Safety net behind the sweep: with so many live buckets the oldest go first. */
const BUCKETS_MAX = 200_000;

/** Name of a bucket, the same on every gateway: `key:key_…:read`. */
export function bucketName(scope: BucketScope, id: string, rate: RateName): string {
  return `${scope}:${id}:${rate}`;
}

/**
 * Rate buckets by the generic cell rate algorithm: one number per bucket, the time at which it is full again. A debit
 * may be dearer than what is left (a change costs by its bytes): the bucket then owes, and the next one waits longer.
 */
export class RateBuckets {
  readonly #policy: Policy;
  readonly #clock: Clock;
  /** When the bucket is full again, in ms of the monotonic clock. */
  readonly #fullAt = new Map<string, number>();
  #spent = new Map<string, number>();
  #sweptAt = 0;

  constructor(policy: Policy, clock: Clock) {
    this.#policy = policy;
    this.#clock = clock;
  }

  look(bucket: string): BucketState {
    const { per_second: perSecond, burst } = this.rateOf(bucket);
    const tokenMs = 1_000 / perSecond;
    const now = this.#clock.monotonic();
    const fullMs = Math.max(0, (this.#fullAt.get(bucket) ?? now) - now);
    const missingMs = fullMs - (burst - 1) * tokenMs;
    // Sums of fractions of a millisecond are not exact.
    const waitMs = missingMs > ROUNDING_MS ? missingMs : 0;
    const remaining = Math.floor((burst * tokenMs - fullMs + ROUNDING_MS) / tokenMs);
    return { remaining, waitMs, fullMs };
  }

  /** Takes tokens and remembers them for the next broadcast. */
  take(bucket: string, cost: number): void {
    this.#debit(bucket, cost);
    this.#spent.set(bucket, (this.#spent.get(bucket) ?? 0) + cost);
  }

  /** Takes what another gateway let through. */
  takeRemote({ bucket, cost }: Debit): void {
    if (this.#policy.rates[rateNameOf(bucket)] !== undefined) this.#debit(bucket, cost);
  }

  /** What was taken here since the last call. */
  spent(): readonly Debit[] {
    if (this.#spent.size === 0) return [];
    const spent = this.#spent;
    this.#spent = new Map();
    return [...spent].map(([bucket, cost]) => ({ bucket, cost }));
  }

  rateOf(bucket: string): Rate {
    const name = rateNameOf(bucket);
    const rate = this.#policy.rates[name];
    // Founding and inviting are counted per account to begin with.
    if (!bucket.startsWith('account:') || name === 'found' || name === 'invite') return rate;
    const factor = this.#policy.account_factor;
    return { per_second: rate.per_second * factor, burst: Math.round(rate.burst * factor) };
  }

  #debit(bucket: string, cost: number): void {
    const now = this.#clock.monotonic();
    const tokenMs = 1_000 / this.rateOf(bucket).per_second;
    const fullAt = Math.max(this.#fullAt.get(bucket) ?? now, now) + cost * tokenMs;
    this.#fullAt.set(bucket, fullAt);
    this.#sweep(now);
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt > SWEEP_MS) {
      this.#sweptAt = now;
      for (const [bucket, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(bucket);
    }
    if (this.#fullAt.size <= BUCKETS_MAX) return;
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined) this.#fullAt.delete(oldest);
  }
}

function rateNameOf(bucket: string): RateName {
  // Names are made by bucketName; one that came over the bus is looked up before it is trusted.
  return bucket.slice(bucket.lastIndexOf(':') + 1) as RateName;
}
