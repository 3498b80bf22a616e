import { makeAgentKey } from '@bridge/kernel';
import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterEach, describe, expect, test } from 'vitest';

/** Maximum number of wrong keys per address and minute. Spec: safety.key-guesses. */
const GUESSES_MAX = 20;
let rig: GatewayTestRig;
afterEach(() => rig.stop());

const start = async (hops: string): Promise<void> => {
  rig = await startGateway({ BRIDGE_LIMITS: 'default', BRIDGE_PROXY_HOPS: hops });
};
/** Sends a wrong key with this X-Forwarded-For header; returns the error code. */
const guess = async (from: string): Promise<string> => {
  const answer = await rig.act(
    makeAgentKey(),
    { action: 'worlds.list' },
    { 'x-forwarded-for': from },
  );
  return String(answer.json.error.code);
};
const spend = async (from: (n: number) => string): Promise<void> => {
  for (let n = 0; n < GUESSES_MAX; n += 1) expect(await guess(from(n))).toBe('key_invalid');
};

describe('the address that guesses are counted by', () => {
  // Verifies: safety.proxy-trust.
  test('is the socket’s when no proxy is configured, whatever the client writes', async () => {
    await start('0');
    await spend((n) => `203.0.113.${n}, 198.51.100.${n}`);
    expect(await guess('203.0.113.99')).toBe('rate_limited');
  });

  // Verifies: safety.proxy-trust.
  test('is the one that the last configured proxy saw, whatever the client wrote before it', async () => {
    await start('1');
    await spend((n) => `203.0.113.${n}, 198.51.100.1`);
    expect(await guess('203.0.113.99, 198.51.100.1')).toBe('rate_limited');
    expect(await guess('198.51.100.1, 198.51.100.2')).toBe('key_invalid');
  });

  test('is counted from behind through two proxies', async () => {
    await start('2');
    await spend((n) => `203.0.113.${n}, 198.51.100.1, 192.0.2.${n}`);
    expect(await guess('203.0.113.99, 198.51.100.1, 192.0.2.99')).toBe('rate_limited');
    expect(await guess('198.51.100.1, 198.51.100.2, 192.0.2.99')).toBe('key_invalid');
  });
});
