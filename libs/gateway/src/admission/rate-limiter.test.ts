import { BUILDER, WORLDS } from '@bridge/contracts';
import { fakeClock } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../dispatch.ts';
import { DEFAULT_POLICY, type RatesAndLimits } from '@bridge/kernel';
import { lowerRateId, makeBucketName, RateBuckets } from './rate-buckets.ts';
import { describeOwnRates, describeRates } from './describe-rates.ts';
import { ANY_CALL_BYTES_MAX, RateLimiter } from './rate-limiter.ts';

const AGENT: Principal = { accountId: 'acc_1', keyId: 'key_1', scopes: new Set(), worlds: null };
const OWNER: Principal = { ...AGENT, keyId: null };
const KIB = 1024;

function rig(policy: RatesAndLimits = DEFAULT_POLICY) {
  const clock = fakeClock();
  const buckets = new RateBuckets(policy, clock);
  return { clock, buckets, limiter: new RateLimiter(buckets, policy) };
}
/** Repeats a call until it is refused; returns the number of permitted calls and the refusal. */
function untilRefused(take: () => void): { readonly passed: number; readonly refusal: unknown } {
  for (let passed = 0; passed < 1_000; passed += 1) {
    try {
      take();
    } catch (refusal) {
      return { passed, refusal };
    }
  }
  expect.fail('nothing was refused');
}

// Verifies: keys.own-rates.
describe('a key with a lower rate of its own', () => {
  const slow: Principal = {
    ...AGENT,
    limits: { read: 1, change: null, publish: null, search: null },
  };

  test('has less of a burst and waits longer, and its other rates are those of the policy', () => {
    const { clock, limiter } = rig();
    expect(untilRefused(() => limiter.takeRead(slow))).toMatchObject({
      passed: 2,
      refusal: { details: { limit: 'read 1/second, burst 2 per key' }, retryAfterS: 1 },
    });
    clock.advance(1_000);
    expect(untilRefused(() => limiter.takeRead(slow)).passed).toBe(1);
    expect(limiter.headersFor(slow, 'read')?.['ratelimit-policy']).toBe('"read";q=2;w=2');
    expect(untilRefused(() => limiter.takeChange(slow)).passed).toBe(20);
  });

  test('is held to it by two gateways together', () => {
    const [one, other] = [rig(), rig()];
    for (let n = 0; n < 2; n += 1) one.limiter.takeRead(slow);
    for (const debit of one.buckets.takeSpent()) other.buckets.takeRemote(debit);
    expect(untilRefused(() => other.limiter.takeRead(slow)).passed).toBe(0);
    other.clock.advance(1_000);
    expect(untilRefused(() => other.limiter.takeRead(slow)).passed).toBe(1);
  });

  test('keeps a burst of one call at least, and no rate of zero', () => {
    const { buckets } = rig();
    const rateAt = (perSecond: number) =>
      buckets.rateOf(makeBucketName('key', lowerRateId('key_1', perSecond), 'read'));
    expect(rateAt(0.01)).toEqual({ per_second: 0.01, burst: 1 });
    expect(rateAt(5)).toEqual({ per_second: 5, burst: 10 });
    expect(rateAt(0)).toEqual(DEFAULT_POLICY.rates.read);
  });

  test('lowers nothing of its account', () => {
    const { buckets } = rig();
    expect(buckets.rateOf(makeBucketName('account', lowerRateId('acc_1', 1), 'read'))).toEqual(
      buckets.rateOf('account:acc_1:read'),
    );
  });

  test('has its own rates in its record, and no others', () => {
    expect(describeOwnRates(slow.limits ?? null)).toEqual({ read: '1/second' });
    expect(describeOwnRates(null)).toEqual({});
  });

  test('is held to the rate of the policy when that is lower', () => {
    const { limiter } = rig();
    const fast = { ...slow, limits: { read: 1_000, change: null, publish: null, search: null } };
    expect(untilRefused(() => limiter.takeRead(fast)).passed).toBe(40);
  });
});

describe('each rate', () => {
  test.each([
    ['read', 40, (limiter: RateLimiter) => limiter.takeRead(AGENT)],
    ['change', 20, (limiter: RateLimiter) => limiter.takeChange(AGENT)],
    ['invite', 20, (limiter: RateLimiter) => limiter.takeInvitation(AGENT)],
    ['check', 20, (limiter: RateLimiter) => limiter.takeCheck(AGENT)],
    ['sign_in_address', 100, (limiter: RateLimiter) => limiter.takeSignUp('10.0.0.1')],
    ['failed_keys', 20, (limiter: RateLimiter) => limiter.takeFailedKey('10.0.0.1')],
    ['calls', 80, (limiter: RateLimiter) => limiter.admit(AGENT, 0)],
  ])('%s lets its burst through and no more', (_, burst, take) => {
    const { limiter } = rig();
    expect(untilRefused(() => take(limiter)).passed).toBe(burst);
  });

  test('is refused with its name, its rate in words, whose it is and how long to wait', () => {
    const { limiter } = rig();
    expect(untilRefused(() => limiter.takeRead(AGENT)).refusal).toMatchObject({
      code: 'rate_limited',
      details: { limit: 'read 20/second, burst 40 per key' },
      retryAfterS: 1,
    });
    expect(untilRefused(() => limiter.takeRead(OWNER)).refusal).toMatchObject({
      details: { limit: 'read 60/second, burst 120 per account' },
    });
    expect(untilRefused(() => limiter.takeInvitation(AGENT)).refusal).toMatchObject({
      details: { limit: 'invite 20/hour, burst 20 per account' },
      retryAfterS: 180,
    });
    expect(untilRefused(() => limiter.takeFailedKey('::1')).refusal).toMatchObject({
      details: { limit: 'failed_keys 20/minute, burst 20 per address' },
      retryAfterS: 3,
    });
  });

  test('of a change is one and one more for each 256 KiB', () => {
    const { clock, limiter } = rig();
    limiter.takeChange(AGENT, 18 * 256 * KIB);
    limiter.takeChange(AGENT, 0);
    expect(() => limiter.takeChange(AGENT, 0)).toThrow();
    clock.advance(200);
    expect(() => limiter.takeChange(AGENT, 0)).not.toThrow();
  });

  test('of a read does not rise with its bytes', () => {
    const { limiter } = rig();
    const take = () => limiter.take(AGENT, WORLDS.list, 1_000 * KIB);
    expect(untilRefused(take).passed).toBe(40);
  });

  test('refused by one bucket costs nothing in the others', () => {
    const { buckets, limiter } = rig();
    untilRefused(() => limiter.takeRead(AGENT));
    expect(buckets.stateOf('account:acc_1:read').remaining).toBe(80);
  });
});

describe('a body that only a change can have', () => {
  test('needs a change token to be there, and takes none', () => {
    const { buckets, limiter } = rig();
    limiter.admit(AGENT, ANY_CALL_BYTES_MAX + 1);
    expect(buckets.stateOf('key:key_1:change').remaining).toBe(20);
    untilRefused(() => limiter.takeChange(AGENT));
    expect(() => limiter.admit(AGENT, ANY_CALL_BYTES_MAX + 1)).toThrow();
    expect(() => limiter.admit(AGENT, ANY_CALL_BYTES_MAX)).not.toThrow();
  });
});

describe('wrong passwords', () => {
  // Verifies: accounts.password-guesses.
  test('are counted per e-mail and address, and per address', () => {
    const { limiter } = rig();
    const sign = (email: string, address = '10.0.0.1') => limiter.startSignIn(email, address)(true);
    expect(untilRefused(() => sign('a')).passed).toBe(10);
    expect(() => limiter.startSignIn('a', '10.0.0.2')(false)).not.toThrow();
    let others = 0;
    expect(untilRefused(() => sign(`b${(others += 1)}`)).passed).toBe(90);
  });

  test('are all that is counted: a right password costs nothing', () => {
    const { limiter } = rig();
    for (let i = 0; i < 200; i += 1) limiter.startSignIn('a', '10.0.0.1')(false);
  });

  test('are checked at the same moment only as often as they may still be wrong', () => {
    const { limiter } = rig();
    const ends: ((isWrong: boolean) => void)[] = [];
    const start = () => ends.push(limiter.startSignIn('a', '10.0.0.1'));
    const first = untilRefused(start);
    expect(first.passed).toBe(10);
    ends[0]?.(false);
    expect(untilRefused(start).passed).toBe(1);
    for (const end of ends.slice(1, 4)) end(true);
    expect(untilRefused(start).passed).toBe(0);
    for (const end of ends.slice(4)) end(false);
    expect(untilRefused(start).passed).toBe(7);
  });
});

describe('the headers', () => {
  test('of an empty bucket say when there is a token again, of a fuller one when it is full', () => {
    const { limiter } = rig();
    const kind = 'publish';
    expect(limiter.headersFor(AGENT, kind)).toMatchObject({ ratelimit: '"publish";r=10;t=0' });
    untilRefused(() => limiter.take(AGENT, { budget: kind, accountRate: null }, 0));
    expect(limiter.headersFor(AGENT, kind)).toEqual({
      ratelimit: '"publish";r=0;t=6',
      'ratelimit-policy': '"publish";q=10;w=60',
    });
  });

  test('never show less than nothing', () => {
    const { limiter } = rig();
    limiter.takeChange(AGENT, 30 * 256 * KIB);
    expect(limiter.headersFor(AGENT, 'change')).toMatchObject({ ratelimit: '"change";r=0;t=3' });
  });

  test('are left out for an owner in person and where there are no rates', () => {
    expect(rig().limiter.headersFor(OWNER, 'read')).toBeNull();
    const { limiter } = rig({ ...DEFAULT_POLICY, isOff: true });
    expect(limiter.headersFor(AGENT, 'read')).toBeNull();
  });
});

test('without rates nothing is refused or counted', () => {
  const policy = { ...DEFAULT_POLICY, isOff: true };
  const { buckets, limiter } = rig(policy);
  for (let i = 0; i < 200; i += 1) limiter.take(AGENT, BUILDER.patch, 0);
  expect(buckets.stateOf('key:key_1:change').remaining).toBe(20);
  expect(describeRates(policy)).toEqual({});
});

test('the rates of a key in words name each kind and its calls in flight', () => {
  expect(describeRates(DEFAULT_POLICY)).toEqual({
    read: '20/second, burst 40',
    change: '5/second, burst 20',
    publish: '10/minute, burst 10',
    search: '5/second, burst 10',
    in_flight: '20',
  });
});

describe('a bucket', () => {
  test('that is full says so, and a token is back after its share of a second', () => {
    const { clock, buckets } = rig();
    const name = 'key:key_1:read';
    expect(buckets.stateOf(name)).toEqual({ remaining: 40, waitMs: 0, fullMs: 0 });
    buckets.take(name, 40);
    expect(buckets.stateOf(name)).toEqual({ remaining: 0, waitMs: 50, fullMs: 2_000 });
    clock.advance(49);
    expect(buckets.stateOf(name)).toMatchObject({ remaining: 0, waitMs: 1 });
    clock.advance(1);
    expect(buckets.stateOf(name)).toEqual({ remaining: 1, waitMs: 0, fullMs: 1_950 });
    clock.advance(10_000);
    expect(buckets.stateOf(name)).toEqual({ remaining: 40, waitMs: 0, fullMs: 0 });
  });

  test('of fractions of a millisecond loses no token to rounding', () => {
    const policy = structuredClone(DEFAULT_POLICY);
    policy.rates.read = { per_second: 3, burst: 10 };
    const { buckets } = rig(policy);
    for (let taken = 0; taken < 10; taken += 1) {
      expect(buckets.stateOf('key:k:read')).toMatchObject({ remaining: 10 - taken, waitMs: 0 });
      buckets.take('key:k:read', 1);
    }
    expect(buckets.stateOf('key:k:read').remaining).toBe(0);
  });

  test('tells what was taken from it once, summed up', () => {
    const { buckets } = rig();
    expect(buckets.takeSpent()).toEqual([]);
    buckets.take('key:a:read', 1);
    buckets.take('key:a:read', 2);
    buckets.take('key:b:read', 5);
    buckets.takeRemote({ bucket: 'key:c:read', cost: 7 });
    expect(buckets.takeSpent()).toEqual([
      { bucket: 'key:a:read', cost: 3 },
      { bucket: 'key:b:read', cost: 5 },
    ]);
    expect(buckets.takeSpent()).toEqual([]);
    expect(buckets.stateOf('key:c:read').remaining).toBe(33);
  });

  test('of an account has three times the rate, but not to found, to invite and to check', () => {
    const { buckets } = rig();
    expect(buckets.rateOf('account:a:read')).toEqual({ per_second: 60, burst: 120 });
    expect(buckets.rateOf('account:a:found')).toEqual(DEFAULT_POLICY.rates.found);
    expect(buckets.rateOf('account:a:invite')).toEqual(DEFAULT_POLICY.rates.invite);
    expect(buckets.rateOf('account:a:check')).toEqual(DEFAULT_POLICY.rates.check);
  });

  test('that owes is not forgotten for others that came and went, only for too many that owe too', () => {
    const { clock, buckets } = rig();
    const MANY = 200_000;
    buckets.take('key:old:publish', 100);
    for (let i = 1; i < MANY; i += 1) buckets.takeRemote({ bucket: `key:${i}:read`, cost: 1 });
    clock.advance(11_000);
    buckets.takeRemote({ bucket: 'key:new:read', cost: 1 });
    buckets.takeRemote({ bucket: 'key:newer:read', cost: 1 });
    expect(buckets.stateOf('key:old:publish').remaining).toBeLessThan(0);
    for (let i = 1; i < MANY; i += 1) buckets.takeRemote({ bucket: `key:${i}:publish`, cost: 1 });
    expect(buckets.stateOf('key:old:publish').remaining).toBe(10);
    expect(buckets.stateOf('key:1:publish').remaining).toBe(9);
  });
});
