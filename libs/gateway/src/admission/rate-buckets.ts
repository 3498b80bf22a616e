import type { Clock, RatesAndLimits, TokenBucketRate, RateLimitName } from '@bridge/kernel';

/**
 * Rate limits whose configured value is meant for a whole account: all its keys share one bucket, and the value is not
 * multiplied by `account_factor`.
 */
const PER_ACCOUNT: ReadonlySet<RateLimitName> = new Set(['found', 'invite', 'check']);

/**
 * The kind of caller that shares a rate bucket. An account’s rate is a key’s rate times the configured `account_factor`,
 * except for the rates in PER_ACCOUNT, which are meant for a whole account.
 */
export type RateLimitedCallerKind = 'key' | 'account' | 'address';
/** The state of a rate-limit bucket, which contains the tokens that calls cost. */
export interface RateBucketState {
  /** Whole tokens left; 0 or less when the bucket is empty. */
  readonly remaining: number;
  /** Milliseconds until the bucket contains at least one token; 0 when it does. */
  readonly waitMs: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullMs: number;
}
/** Tokens that one gateway took from a bucket since its last broadcast to the other gateways. */
export interface RateBucketConsumption {
  readonly bucket: string;
  readonly cost: number;
}

const ROUNDING_MS = 1e-6;
/** Minimum interval in ms between two deletions of the entries of full buckets. A bucket without an entry counts as full. */
const SWEEP_MS = 10_000;
/** Maximum number of rate buckets in memory; above it the oldest is deleted. */
const BUCKETS_MAX = 200_000;

/** Returns the name of a bucket, such as `key:key_…:read`, which is the same on every gateway. */
export function makeBucketName(
  scope: RateLimitedCallerKind,
  id: string,
  rate: RateLimitName,
): string {
  return `${scope}:${id}:${rate}`;
}

/** Separates, in the name of a bucket, the id of a key from the key’s own lower rate (tokens per second). */
const OWN_RATE = '@';

/** Returns the part of a bucket’s name that identifies a key with its own lower rate, such as `key_…@0.5`. */
export function lowerRateId(keyId: string, perSecond: number): string {
  return `${keyId}${OWN_RATE}${perSecond}`;
}

/**
 * Returns the configured rate reduced to a key’s own `perSecond`, with the burst reduced in proportion. An own rate above the
 * configured rate changes nothing.
 */
function loweredRate(rate: TokenBucketRate, perSecond: number): TokenBucketRate {
  if (!(perSecond > 0 && perSecond < rate.per_second)) return rate;
  const burst = Math.max(1, Math.round((rate.burst * perSecond) / rate.per_second));
  return { per_second: perSecond, burst };
}

/**
 * Rate buckets by the generic cell rate algorithm (GCRA). A bucket is one number: the time at which it is full. The cost of a
 * change depends on its bytes and may exceed the tokens left; the bucket’s number of tokens is then negative.
 */
export class RateBuckets {
  readonly #policy: RatesAndLimits;
  readonly #clock: Clock;
  /** The time at which each bucket is full, in ms of the monotonic clock, by the bucket’s name. */
  readonly #fullAt = new Map<string, number>();
  #spent = new Map<string, number>();
  #sweptAt = 0;

  constructor(policy: RatesAndLimits, clock: Clock) {
    this.#policy = policy;
    this.#clock = clock;
  }

  stateOf(bucket: string): RateBucketState {
    const { per_second: perSecond, burst } = this.rateOf(bucket);
    const tokenMs = 1_000 / perSecond;
    const now = this.#clock.monotonic();
    const fullMs = Math.max(0, (this.#fullAt.get(bucket) ?? now) - now);
    const missingMs = fullMs - (burst - 1) * tokenMs;
    // Rounding errors of fractions of a millisecond must not count as a wait.
    const waitMs = missingMs > ROUNDING_MS ? missingMs : 0;
    const remaining = Math.floor((burst * tokenMs - fullMs + ROUNDING_MS) / tokenMs);
    return { remaining, waitMs, fullMs };
  }

  /** Takes tokens from a bucket and records them for the next broadcast to the other gateways. */
  take(bucket: string, cost: number): void {
    this.#debit(bucket, cost);
    this.#spent.set(bucket, (this.#spent.get(bucket) ?? 0) + cost);
  }

  /**
   * Takes from a bucket the tokens that another gateway took, as its broadcast reports. Ignores a bucket whose rate this
   * gateway does not know.
   */
  takeRemote({ bucket, cost }: RateBucketConsumption): void {
    if (this.#policy.rates[rateNameOf(bucket)] !== undefined) this.#debit(bucket, cost);
  }

  /** Returns the tokens that were taken at this gateway since the last call of this method, by bucket. */
  takeSpent(): readonly RateBucketConsumption[] {
    const spent = this.#spent;
    this.#spent = new Map();
    return [...spent].map(([bucket, cost]) => ({ bucket, cost }));
  }

  rateOf(bucket: string): TokenBucketRate {
    const name = rateNameOf(bucket);
    const rate = this.#policy.rates[name];
    const own = bucket.indexOf(OWN_RATE);
    if (own > 0 && bucket.startsWith('key:'))
      return loweredRate(rate, Number(bucket.slice(own + 1, bucket.lastIndexOf(':'))));
    if (!bucket.startsWith('account:') || PER_ACCOUNT.has(name)) return rate;
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

function rateNameOf(bucket: string): RateLimitName {
  // Safe cast: the text after the last colon is a RateLimitName. makeBucketName writes it, and takeRemote checks names from the bus.
  return bucket.slice(bucket.lastIndexOf(':') + 1) as RateLimitName;
}
