import type { Action, Budget } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import type { Policy, RateName } from './policy.ts';
import { bucketName, type BucketState, type RateBuckets } from './rate-buckets.ts';

/** A change costs one token, and one more for each of these bytes. Spec: limits.rates-bytes. */
const BYTES_PER_TOKEN = 256 * 1024;
/** Bodies over this size can only be changes; smaller ones may be any kind of call. */
export const ANY_CALL_BYTES_MAX = 64 * 1024;
const DIGITS = 1_000;

/** Holds the rates of keys, accounts and addresses. Refusals are rate_limited with the seconds to wait. */
export class RateLimiter {
  readonly #buckets: RateBuckets;
  readonly #policy: Policy;

  constructor(buckets: RateBuckets, policy: Policy) {
    this.#buckets = buckets;
    this.#policy = policy;
  }

  /**
   * Before the body: one token of all calls together; a body that can only be a change also needs a change token to be
   * there, which is taken when its size is known.
   */
  admit(who: Principal, bodyBytes: number): void {
    this.#need(this.#names(who, 'calls'), 1);
    if (bodyBytes > ANY_CALL_BYTES_MAX) this.#look(this.#names(who, 'change'));
  }

  /** The rate token of one call, after its schema. `bytes` are those of its texts. */
  take(who: Principal, action: Pick<Action, 'budget' | 'accountRate'>, bytes: number): void {
    const { budget, accountRate } = action;
    const names = this.#names(who, budget);
    if (accountRate !== null) names.push(bucketName('account', who.accountId, accountRate));
    this.#need(names, budget === 'change' ? 1 + bytes / BYTES_PER_TOKEN : 1);
  }

  /** One read token, for what is no action: a message that is no call, whoami. */
  takeRead(who: Principal): void {
    this.#need(this.#names(who, 'read'), 1);
  }

  /** One change of the owner in person that is no action; `bytes` as for a call. */
  takeChange(who: Principal, bytes = 0): void {
    this.#need(this.#names(who, 'change'), 1 + bytes / BYTES_PER_TOKEN);
  }

  /** One invitation to a World, per account. */
  takeInvitation(who: Principal): void {
    this.#need([bucketName('account', who.accountId, 'invite')], 1);
  }

  /** One attempt to become an owner, per address: each costs a hash. */
  signUp(address: string): void {
    this.#need([bucketName('address', address, 'sign_in_address')], 1);
  }

  /**
   * Counts one guessed key of an address and throws when there were too many. Only guesses are counted and refused: who
   * sends a real key from the same address is not held up by them.
   */
  failedKey(address: string): void {
    this.#need([bucketName('address', address, 'failed_keys')], 1);
  }

  /** Throws when too many wrong passwords came for this e-mail (a hash of it) from here, or from here at all. */
  checkSignIn(emailHash: string, address: string): void {
    this.#look(this.#signInNames(emailHash, address));
  }
  countWrongPassword(emailHash: string, address: string): void {
    this.#take(this.#signInNames(emailHash, address), 1);
  }

  /** `RateLimit` and `RateLimit-Policy` of the key's own bucket, as the IETF draft writes them; null without rates. */
  headers(who: Principal, kind: RateName): Readonly<Record<string, string>> | null {
    if (this.#policy.isOff || who.keyId === null) return null;
    const name = bucketName('key', who.keyId, kind);
    const { per_second: perSecond, burst } = this.#buckets.rateOf(name);
    const { remaining, waitMs, fullMs } = this.#buckets.look(name);
    const seconds = Math.ceil((remaining > 0 ? fullMs : waitMs) / 1_000);
    return {
      ratelimit: `"${kind}";r=${Math.max(0, remaining)};t=${seconds}`,
      'ratelimit-policy': `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    };
  }

  #names(who: Principal, kind: RateName): string[] {
    const ofAccount = bucketName('account', who.accountId, kind);
    return who.keyId === null ? [ofAccount] : [bucketName('key', who.keyId, kind), ofAccount];
  }
  #signInNames(emailHash: string, address: string): string[] {
    return [
      bucketName('address', `${emailHash}@${address}`, 'sign_in'),
      bucketName('address', address, 'sign_in_address'),
    ];
  }

  /** All or none: a refused call costs nothing. */
  #need(names: readonly string[], cost: number): void {
    this.#look(names);
    this.#take(names, cost);
  }
  #look(names: readonly string[]): void {
    if (this.#policy.isOff) return;
    for (const name of names) {
      const state = this.#buckets.look(name);
      if (state.waitMs > 0) throw this.#refusal(name, state);
    }
  }
  #take(names: readonly string[], cost: number): void {
    if (this.#policy.isOff) return;
    for (const name of names) this.#buckets.take(name, cost);
  }

  #refusal(bucket: string, { waitMs }: BucketState): BridgeError {
    const scope = bucket.slice(0, bucket.indexOf(':'));
    const kind = bucket.slice(bucket.lastIndexOf(':') + 1);
    const limit = `${kind} ${inWords(this.#buckets.rateOf(bucket))} per ${scope}`;
    return new BridgeError(
      'rate_limited',
      { limit },
      { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) },
    );
  }
}

const UNITS = [
  [1, 'second'],
  [60, 'minute'],
  [3_600, 'hour'],
] as const;

/** The rates of one key in words, for its record; none when they are off. */
export function ratesInWords(policy: Policy): Readonly<Record<string, string>> {
  if (policy.isOff) return {};
  const kinds: readonly Budget[] = ['read', 'change', 'publish', 'search'];
  const rates = kinds.map((kind): [string, string] => [kind, inWords(policy.rates[kind])]);
  return { ...Object.fromEntries(rates), in_flight: String(policy.in_flight_per_key) };
}

/** `20/second, burst 40`. */
function inWords({ per_second: perSecond, burst }: Policy['rates'][RateName]): string {
  const [seconds, unit] = UNITS.find(([length]) => perSecond * length >= 1) ?? UNITS[2];
  return `${Math.round(perSecond * seconds * DIGITS) / DIGITS}/${unit}, burst ${burst}`;
}
