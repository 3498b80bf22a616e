import { BUILDER, PUBLISHER, SURF, WORLDS } from '@bridge/contracts';
import { MemoryBus, onHint } from '@bridge/bus';
import { gatewayDebits } from '@bridge/contracts';
import { readSettings, silentLogger, randomIds } from '@bridge/kernel';
import { fakeClock, until } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Principal } from '../dispatch.ts';
import { DEFAULT_POLICY, readPolicy, type Policy } from './policy.ts';
import { RateBuckets } from './rate-buckets.ts';
import { RateLimiter, describeRates } from './rate-limiter.ts';
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

function rig(policy: Policy = DEFAULT_POLICY) {
  const clock = fakeClock();
  const buckets = new RateBuckets(policy, clock);
  return { clock, buckets, limiter: new RateLimiter(buckets, policy) };
}
/** How many of `tries` are let through. */
function passed(tries: number, take: () => void): number {
  let count = 0;
  for (let i = 0; i < tries; i += 1) {
    try {
      take();
      count += 1;
    } catch {
      // Refused.
    }
  }
  return count;
}

describe('the rate of one key', () => {
  test('lets a burst through and then the steady rate', () => {
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

  test('is apart for reads, changes, publishing and search', () => {
    const { limiter } = rig();
    passed(100, () => limiter.take(principal(), READ, 0));
    expect(passed(50, () => limiter.take(principal(), CHANGE, 0))).toBe(20);
    expect(passed(50, () => limiter.take(principal(), PUBLISH, 0))).toBe(10);
    expect(passed(50, () => limiter.take(principal(), SURF.search, 0))).toBe(10);
  });

  test('is told in headers', () => {
    const { limiter } = rig();
    passed(10, () => limiter.take(principal(), READ, 0));
    expect(limiter.headersFor(principal(), 'read')).toEqual({
      ratelimit: '"read";r=30;t=1',
      'ratelimit-policy': '"read";q=40;w=2',
    });
    expect(describeRates(DEFAULT_POLICY)).toMatchObject({
      read: '20/second, burst 40',
      publish: '10/minute, burst 10',
    });
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
});

// Verifies: safety.key-guesses.
test('guesses of keys are counted per address', () => {
  const { clock, limiter } = rig();
  expect(passed(100, () => limiter.takeFailedKey('10.0.0.1'))).toBe(20);
  expect(passed(100, () => limiter.takeFailedKey('::1'))).toBe(20);
  clock.advance(60_000);
  expect(passed(100, () => limiter.takeFailedKey('10.0.0.1'))).toBe(20);
});

// Verifies: limits.rates-shared.
test('two gateways together let through at most one and a half times the policy over a minute', async () => {
  const clock = fakeClock();
  const driver = new MemoryBus();
  const gateways = [1, 2].map(() => {
    const buckets = new RateBuckets(DEFAULT_POLICY, clock);
    const shared = shareDebits(driver, buckets, { ids: randomIds, log: silentLogger });
    return { buckets, shared, limiter: new RateLimiter(buckets, DEFAULT_POLICY) };
  });
  let heard = 0;
  onHint(driver, gatewayDebits, silentLogger, ({ debits }) => {
    for (const { bucket, cost } of debits) if (bucket === 'key:key_1:read') heard += cost;
  });
  let through = 0;
  for (let second = 0; second < 60; second += 1) {
    for (const { limiter } of gateways)
      through += passed(100, () => limiter.take(principal(), READ, 0));
    await until('the debits to be shared', () => heard === through);
    clock.advance(1_000);
  }
  await Promise.all(gateways.map(({ shared }) => shared.close()));
  const policy = 40 + 59 * 20;
  expect(through).toBeGreaterThanOrEqual(policy * 0.9);
  expect(through).toBeLessThanOrEqual(policy * 1.5);
}, 60_000);

test('what another gateway says of buckets that do not exist changes nothing', () => {
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
  test('a file changes what it names and leaves the rest', async () => {
    const path = file('{"rates":{"read":{"per_second":1,"burst":2}},"sockets_per_address":500}');
    const policy = await readPolicy(readSettings({ BRIDGE_LIMITS: path }));
    expect(policy).toMatchObject({ sockets_per_address: 500, in_flight_per_key: 20, isOff: false });
    expect(policy.rates).toMatchObject({ read: { burst: 2 }, change: { burst: 20 } });
  });
  // Verifies: limits.file-refused.
  test('a wrong file is refused with what is wrong', async () => {
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
