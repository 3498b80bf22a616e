import type { Action } from '@bridge/contracts';
import { BridgeError, type RatesAndLimits, type RateLimitName } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import { describeRate } from './describe-rates.ts';
import {
  lowerRateId,
  makeBucketName,
  type RateBucketState,
  type RateBuckets,
} from './rate-buckets.ts';

/**
 * Bytes of text that cost one additional token of a rate limit: a change costs one token, plus its bytes divided by this
 * number.
 * Spec: limits.rates-bytes.
 */
const BYTES_PER_TOKEN = 256 * 1024;
/** Maximum size in bytes of the body of a call that only reads. A larger body can only belong to a change. */
export const ANY_CALL_BYTES_MAX = 64 * 1024;

/**
 * Returns the name of the rate bucket of the caller’s key; null for an owner, who calls without a key. The name contains the
 * key’s own lower rate, so that every gateway applies that rate.
 */
function keyBucketName({ keyId, limits }: Principal, kind: RateLimitName): string | null {
  if (keyId === null) return null;
  const own = Object.entries(limits ?? {}).find(([name]) => name === kind)?.[1] ?? null;
  return makeBucketName('key', own === null ? keyId : lowerRateId(keyId, own), kind);
}

/**
 * Enforces the rate limits of keys, accounts and addresses. Its methods throw rate_limited, with the seconds to wait, when
 * tokens are missing.
 */
export class RateLimiter {
  readonly #buckets: RateBuckets;
  readonly #policy: RatesAndLimits;
  /** The number of password checks in progress, by the name of the bucket that a wrong password costs a token. */
  readonly #signIns = new Map<string, number>();

  constructor(buckets: RateBuckets, policy: RatesAndLimits) {
    this.#buckets = buckets;
    this.#policy = policy;
  }

  /**
   * Takes one token of the rate `calls` before the request body is read. A body that is too large for a read is refused when
   * no token of the rate `change` is left; `take` takes that token later, when the size is known.
   */
  admit(principal: Principal, bodyBytes: number): void {
    this.#takeAll(this.#names(principal, 'calls'), 1);
    if (bodyBytes > ANY_CALL_BYTES_MAX) this.#check(this.#names(principal, 'change'));
  }

  /** Takes the tokens that a call with a valid input costs. @param bytes total length of the texts in its input */
  take(principal: Principal, action: Pick<Action, 'budget' | 'accountRate'>, bytes: number): void {
    const { budget, accountRate } = action;
    const names = this.#names(principal, budget);
    if (accountRate !== null)
      names.push(makeBucketName('account', principal.accountId, accountRate));
    this.#takeAll(names, budget === 'change' ? 1 + bytes / BYTES_PER_TOKEN : 1);
  }

  /** Takes one read token for a request that is not an action: whoami, or an MCP message other than tools/call. */
  takeRead(principal: Principal): void {
    this.#takeAll(this.#names(principal, 'read'), 1);
  }

  /**
   * Takes the tokens that a change by an owner costs when the change is not an action.
   * @param bytes total length of its texts
   */
  takeChange(principal: Principal, bytes = 0): void {
    this.#takeAll(this.#names(principal, 'change'), 1 + bytes / BYTES_PER_TOKEN);
  }

  /** Takes one token for an invitation to a World (a public identity) from the bucket of the account. */
  takeInvitation(principal: Principal): void {
    this.#takeAll([makeBucketName('account', principal.accountId, 'invite')], 1);
  }

  /** Takes one token for a check of a draft from the bucket of the account: the check of a large draft takes seconds. */
  takeCheck(principal: Principal): void {
    this.#takeAll([makeBucketName('account', principal.accountId, 'check')], 1);
  }

  /** Takes one token for a sign-up from the bucket of the client’s address, because each sign-up costs a password hash. */
  takeSignUp(address: string): void {
    this.#takeAll([makeBucketName('address', address, 'sign_in_address')], 1);
  }

  /**
   * Takes one token for an unknown key from the bucket of the client’s address. Requests with a valid key are not
   * affected.
   */
  takeFailedKey(address: string): void {
    this.#takeAll([makeBucketName('address', address, 'failed_keys')], 1);
  }

  /**
   * Admits the check of a password that a client at this address sent for an e-mail address (given as a hash). Returns the
   * function that ends the check. Throws rate_limited after too many wrong passwords from this address, in total or for one
   * e-mail address, and when the checks in progress would exceed these limits if all their passwords were wrong.
   */
  startSignIn(emailHash: string, address: string): (isWrong: boolean) => void {
    const names = [
      makeBucketName('address', `${emailHash}@${address}`, 'sign_in'),
      makeBucketName('address', address, 'sign_in_address'),
    ];
    for (const name of names) {
      const state = this.#buckets.stateOf(name);
      const isFull = (this.#signIns.get(name) ?? 0) >= state.remaining;
      if (isFull && !this.#policy.isOff) throw this.#refusal(name, state);
    }
    for (const name of names) this.#countSignIns(name, 1);
    return (isWrong) => {
      for (const name of names) this.#countSignIns(name, -1);
      if (isWrong) this.#take(names, 1);
    };
  }

  /**
   * Returns the headers `RateLimit` and `RateLimit-Policy` (IETF draft) that describe the bucket of the caller’s key; null
   * for an owner and when limits are off.
   */
  headersFor(principal: Principal, kind: RateLimitName): Readonly<Record<string, string>> | null {
    const name = keyBucketName(principal, kind);
    if (this.#policy.isOff || name === null) return null;
    const { per_second: perSecond, burst } = this.#buckets.rateOf(name);
    const { remaining, waitMs, fullMs } = this.#buckets.stateOf(name);
    const seconds = Math.ceil((remaining > 0 ? fullMs : waitMs) / 1_000);
    return {
      ratelimit: `"${kind}";r=${Math.max(0, remaining)};t=${seconds}`,
      'ratelimit-policy': `"${kind}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    };
  }

  #names(principal: Principal, kind: RateLimitName): string[] {
    const ofAccount = makeBucketName('account', principal.accountId, kind);
    const ofKey = keyBucketName(principal, kind);
    return ofKey === null ? [ofAccount] : [ofKey, ofAccount];
  }
  #countSignIns(name: string, change: number): void {
    const running = (this.#signIns.get(name) ?? 0) + change;
    if (running === 0) this.#signIns.delete(name);
    else this.#signIns.set(name, running);
  }

  /** Takes `cost` tokens from each of the named buckets. When one of them lacks tokens, takes none and throws rate_limited. */
  #takeAll(names: readonly string[], cost: number): void {
    this.#check(names);
    this.#take(names, cost);
  }
  #check(names: readonly string[]): void {
    for (const name of names) {
      const state = this.#buckets.stateOf(name);
      if (state.waitMs > 0) throw this.#refusal(name, state);
    }
  }
  #take(names: readonly string[], cost: number): void {
    if (this.#policy.isOff) return;
    for (const name of names) this.#buckets.take(name, cost);
  }

  #refusal(bucket: string, { waitMs }: RateBucketState): BridgeError {
    const scope = bucket.slice(0, bucket.indexOf(':'));
    const kind = bucket.slice(bucket.lastIndexOf(':') + 1);
    const limit = `${kind} ${describeRate(this.#buckets.rateOf(bucket))} per ${scope}`;
    return new BridgeError(
      'rate_limited',
      { limit },
      { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) },
    );
  }
}
