import { BUILDER, PUBLISHER, SURF, WORLDS } from '@bridge/contracts';
import { MemoryBus, onHint } from '@bridge/bus';
import { gatewayDebits } from '@bridge/contracts';
import {
  readSettings,
  silentLogger,
  randomIds,
  DEFAULT_POLICY,
  readPolicy,
  type RatesAndLimits,
} from '@bridge/kernel';
import { fakeClock } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Principal } from '../dispatch.ts';
import { RateBuckets } from './rate-buckets.ts';
import { describeRates } from './describe-rates.ts';
import { RateLimiter } from './rate-limiter.ts';
import { shareDebits } from './share-debits.ts';

const principal = (keyId: string | null = 'key_1', accountId = 'acc_1'): Principal => ({
  accountId,
  keyId,
  scopes: new Set(),
  worlds: null,
});
const READ = WORLDS.list;
const CHANGE = BUILDER.patch;
const FOUND = WORLDS.found;
const PUBLISH = PUBLISHER.publish;

function rig(policy: RatesAndLimits = DEFAULT_POLICY) {
  const clock = fakeClock();
  const buckets = new RateBuckets(policy, clock);
  return { clock, buckets, limiter: new RateLimiter(buckets, policy) };
}
/** Returns how many of `tries` calls are permitted. */
function passed(tries: number, take: () => void): number {
  let count = 0;
  for (let i = 0; i < tries; i += 1) {
    try {
      take();
      count += 1;
    } catch {
      // Refused calls are not counted.
    }
  }
  return count;
}

describe('the rate of one key', () => {
  test('admits a burst and then the steady rate', () => {
    const { clock, limiter } = rig();
    expect(passed(100, () => limiter.take(principal(), READ, 0))).toBe(40);
    clock.advance(1_000);
    expect(passed(100, () => limiter.take(principal(), READ, 0))).toBe(20);
  });

  // Verifies: errors.wait.
  test('says how long to wait, and that is long enough', () => {
    const { clock, limiter } = rig();
    passed(20, () => limiter.take(principal(), PUBLISH, 0));
    expect(() => limiter.take(principal(), PUBLISH, 0)).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterS: 6 }),
    );
    clock.advance(6_000);
    expect(() => limiter.take(principal(), PUBLISH, 0)).not.toThrow();
  });

  // Verifies: limits.rates-bytes.
  test('counts a large change by its bytes: it passes, and the next one waits for it', () => {
    const { clock, limiter } = rig();
    limiter.take(principal(), CHANGE, 20 * 1024 * 1024);
    expect(() => limiter.take(principal(), CHANGE, 0)).toThrow(
      expect.objectContaining({ retryAfterS: 13 }),
    );
    clock.advance(13_000);
    expect(() => limiter.take(principal(), CHANGE, 0)).not.toThrow();
  });

  test('gives a token when it is whole, not a millisecond before', () => {
    const { clock, limiter } = rig();
    passed(40, () => limiter.take(principal(), READ, 0));
    clock.advance(49.5);
    expect(() => limiter.take(principal(), READ, 0)).toThrow(
      expect.objectContaining({ retryAfterS: 1 }),
    );
    clock.advance(0.5);
    expect(() => limiter.take(principal(), READ, 0)).not.toThrow();
    passed(10, () => limiter.take(principal(), PUBLISH, 0));
    clock.advance(999.5);
    expect(() => limiter.take(principal(), PUBLISH, 0)).toThrow(
      expect.objectContaining({ retryAfterS: 6 }),
    );
  });

  // Verifies: limits.rates-bytes.
  test('counts a change of 256 KiB as one token more', () => {
    const { limiter } = rig();
    const left = (): unknown => limiter.headersFor(principal(), 'change')?.['ratelimit'];
    limiter.takeChange(principal(), 18 * 256 * 1024);
    expect(left()).toBe('"change";r=1;t=4');
    const { limiter: other } = rig();
    other.takeChange(principal(), 18.01 * 256 * 1024);
    expect(other.headersFor(principal(), 'change')?.['ratelimit']).toBe('"change";r=0;t=1');
  });

  test('is apart for reads, changes, publishing and search', () => {
    const { limiter } = rig();
    passed(100, () => limiter.take(principal(), READ, 0));
    expect(passed(50, () => limiter.take(principal(), CHANGE, 0))).toBe(20);
    expect(passed(50, () => limiter.take(principal(), PUBLISH, 0))).toBe(10);
    expect(passed(50, () => limiter.take(principal(), SURF.search, 0))).toBe(10);
  });

  test('is in the headers', () => {
    const { limiter } = rig();
    passed(10, () => limiter.take(principal(), READ, 0));
    expect(limiter.headersFor(principal(), 'read')).toEqual({
      ratelimit: '"read";r=30;t=1',
      'ratelimit-policy': '"read";q=40;w=2',
    });
    passed(29, () => limiter.take(principal(), READ, 0));
    expect(limiter.headersFor(principal(), 'read')).toMatchObject({
      ratelimit: '"read";r=1;t=2',
    });
    // The time `t` until the bucket is full is rounded up to seconds, so that a client that waits for it finds a full bucket.
    limiter.takeChange(principal(), 1_024);
    passed(4, () => limiter.takeChange(principal()));
    expect(limiter.headersFor(principal(), 'change')).toMatchObject({
      ratelimit: '"change";r=14;t=2',
    });
    expect(describeRates(DEFAULT_POLICY)).toMatchObject({
      read: '20/second, burst 40',
      publish: '10/minute, burst 10',
    });
  });

  test.each([
    [1, '1/second, burst 7'],
    [1.2345, '1.235/second, burst 7'],
    [0.99, '59.4/minute, burst 7'],
    [0.5 / 3_600, '0.5/hour, burst 7'],
  ])('of %d a second is written in the unit in which it is at least one', (perSecond, text) => {
    const read = { per_second: perSecond, burst: 7 };
    const policy = { ...DEFAULT_POLICY, rates: { ...DEFAULT_POLICY.rates, read } };
    expect(describeRates(policy)).toMatchObject({ read: text });
  });

  // Verifies: limits.rates-account.
  test('is a third of the account’s: four keys together get three times one', () => {
    const { limiter } = rig();
    const counts = [1, 2, 3, 4].map((n) =>
      passed(100, () => limiter.take(principal(`key_${n}`), READ, 0)),
    );
    expect(counts).toEqual([40, 40, 40, 0]);
    expect(passed(10, () => limiter.take(principal('key_9', 'acc_2'), READ, 0))).toBe(10);
  });

  test('founding is 60 an hour for the whole account', () => {
    const { clock, limiter } = rig();
    let founded = 0;
    for (let second = 0; second < 60; second += 1) {
      founded += passed(5, () => limiter.take(principal('key_a'), FOUND, 0));
      clock.advance(1_000);
    }
    expect(founded).toBeLessThanOrEqual(61);
    expect(founded).toBeGreaterThanOrEqual(60);
  });
});

describe('at admission', () => {
  test('a key that only sends what is refused later is stopped before its bodies are read', () => {
    const { limiter } = rig();
    expect(passed(500, () => limiter.admit(principal(), 100))).toBe(80);
  });
  test('a large body is not read when no change could follow', () => {
    const { limiter } = rig();
    limiter.take(principal(), CHANGE, 20 * 1024 * 1024);
    expect(() => limiter.admit(principal(), 2_000_000)).toThrow();
    expect(() => limiter.admit(principal(), 1_000)).not.toThrow();
  });
  test('a body of up to 64 KiB may be that of a read', () => {
    const { limiter } = rig();
    limiter.take(principal(), CHANGE, 20 * 1024 * 1024);
    expect(() => limiter.admit(principal(), 64 * 1024)).not.toThrow();
    expect(() => limiter.admit(principal(), 64 * 1024 + 1)).toThrow();
  });
});

// Verifies: safety.key-guesses.
test('guesses of keys are counted per address', () => {
  const { clock, limiter } = rig();
  expect(passed(100, () => limiter.takeFailedKey('10.0.0.1'))).toBe(20);
  expect(passed(100, () => limiter.takeFailedKey('::1'))).toBe(20);
  clock.advance(60_000);
  expect(passed(100, () => limiter.takeFailedKey('10.0.0.1'))).toBe(20);
});

describe('gateways on one bus', () => {
  const BROADCAST_MS = 100;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** Starts gateways that share their debits (the tokens that they took) over a bus; counts the messages and tokens sent. */
  function gatewaysOnBus(count: number) {
    const clock = fakeClock();
    const driver = new MemoryBus();
    const sent = { messages: 0, tokens: 0 };
    onHint(driver, gatewayDebits, silentLogger, ({ debits }) => {
      sent.messages += 1;
      for (const { bucket, cost } of debits) if (bucket === 'key:key_1:read') sent.tokens += cost;
    });
    const gateways = Array.from({ length: count }, () => {
      const buckets = new RateBuckets(DEFAULT_POLICY, clock);
      const shared = shareDebits(driver, buckets, { ids: randomIds, log: silentLogger });
      const limiter = new RateLimiter(buckets, DEFAULT_POLICY);
      const read = (tries: number) => passed(tries, () => limiter.take(principal(), READ, 0));
      return { buckets, shared, read };
    });
    const broadcast = async (): Promise<void> => {
      vi.advanceTimersByTime(BROADCAST_MS);
      await driver.flush();
    };
    return { clock, gateways, sent, broadcast };
  }

  // Verifies: limits.rates-shared.
  test('let through at most one and a half times the policy over a minute, two together', async () => {
    const { clock, gateways, sent, broadcast } = gatewaysOnBus(2);
    let through = 0;
    for (let second = 0; second < 60; second += 1) {
      for (const { read } of gateways) through += read(100);
      await broadcast();
      expect(sent.tokens).toBe(through);
      clock.advance(1_000);
    }
    const policy = 40 + 59 * 20;
    expect(through).toBeGreaterThanOrEqual(policy * 0.9);
    expect(through).toBeLessThanOrEqual(policy * 1.5);
  });

  // Verifies: limits.rates-shared.
  test('count what the others let through, each call once', async () => {
    const { clock, gateways, broadcast } = gatewaysOnBus(2);
    const [one, other] = gateways;
    expect(one?.read(30)).toBe(30);
    await broadcast();
    // A gateway must not apply its own broadcast to its buckets again.
    expect(one?.buckets.stateOf('key:key_1:read').remaining).toBe(10);
    expect(other?.buckets.stateOf('key:key_1:read').remaining).toBe(10);
    clock.advance(1_000);
    expect([other?.read(100), one?.read(100)]).toEqual([30, 30]);
  });

  test('send nothing while there are no calls, and nothing after they are closed', async () => {
    const { gateways, sent, broadcast } = gatewaysOnBus(2);
    const [one, other] = gateways;
    await broadcast();
    expect(sent.messages).toBe(0);
    one?.read(1);
    await broadcast();
    expect(sent).toEqual({ messages: 1, tokens: 1 });
    await one?.shared.close();
    one?.read(1);
    other?.read(5);
    await broadcast();
    expect(sent).toEqual({ messages: 2, tokens: 6 });
    expect(one?.buckets.stateOf('key:key_1:read').remaining).toBe(38);
  });
});

test('debits of another gateway for unknown buckets have no effect', () => {
  const { buckets } = rig();
  buckets.takeRemote({ bucket: 'key:x:__proto__', cost: 5 });
  buckets.takeRemote({ bucket: 'nonsense', cost: 5 });
  expect(buckets.stateOf('key:x:read').remaining).toBe(40);
});

describe('BRIDGE_LIMITS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-limits-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (text: string): string => {
    const path = join(folder, 'limits.json');
    writeFileSync(path, text);
    return path;
  };

  // Verifies: limits.configured.
  test('a file changes the limits that it names and no others', async () => {
    const path = file('{"rates":{"read":{"per_second":1,"burst":2}},"sockets_per_address":500}');
    const policy = await readPolicy(readSettings({ BRIDGE_LIMITS: path }));
    expect(policy).toMatchObject({ sockets_per_address: 500, in_flight_per_key: 20, isOff: false });
    expect(policy.rates).toMatchObject({ read: { burst: 2 }, change: { burst: 20 } });
  });
  // Verifies: limits.file-refused.
  test('an invalid file is refused with the problem', async () => {
    const path = file('{"rates":{"reads":{}},"account_factor":"3"}');
    await expect(readPolicy(readSettings({ BRIDGE_LIMITS: path }))).rejects.toThrow(
      /reads[\s\S]*account_factor|account_factor[\s\S]*reads/,
    );
    await expect(readPolicy(readSettings({ BRIDGE_LIMITS: '/nowhere.json' }))).rejects.toThrow(
      /nowhere/,
    );
  });
  // Verifies: limits.file-refused.
  test('a file with a member that lost its effect is refused with what to do', async () => {
    const path = file('{"strain":{"delay_ms":50}}');
    await expect(readPolicy(readSettings({ BRIDGE_LIMITS: path }))).rejects.toThrow(
      /delete this member.*ADR 035[\s\S]*strain/,
    );
  });
  // Verifies: limits.configured.
  test('off lets everything pass, and only on loopback', async () => {
    const { limiter } = rig(await readPolicy(readSettings({ BRIDGE_LIMITS: 'off' })));
    expect(passed(1_000, () => limiter.take(principal(), READ, 0))).toBe(1_000);
    for (const wish of [
      { BRIDGE_BASE_URL: 'https://bridge.example' },
      { BRIDGE_LISTEN: '0.0.0.0:4000' },
    ])
      await expect(readPolicy(readSettings({ BRIDGE_LIMITS: 'off', ...wish }))).rejects.toThrow(
        /loopback only/,
      );
  });
});
