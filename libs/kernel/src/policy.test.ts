import { expect, test } from 'vitest';
import { readPolicy } from './policy.ts';
import { readSettings } from './settings.ts';

// Verifies: limits.configured.
test.each([
  { BRIDGE_BASE_URL: 'https://bridge.example' },
  { BRIDGE_LISTEN: '0.0.0.0:4000' },
  { BRIDGE_CONTENT_URL: 'https://content.example' },
  { BRIDGE_CONTENT_LISTEN: '[::]:4001' },
])('BRIDGE_LIMITS=off is refused with %o', async (wish) => {
  await expect(readPolicy(readSettings({ BRIDGE_LIMITS: 'off', ...wish }))).rejects.toThrow(
    /loopback only/,
  );
});

test('BRIDGE_LIMITS=off is accepted with loopback addresses only', async () => {
  const wish = { BRIDGE_LISTEN: '127.0.0.1:4000', BRIDGE_CONTENT_LISTEN: '[::1]:4001' };
  const policy = await readPolicy(readSettings({ BRIDGE_LIMITS: 'off', ...wish }));
  expect(policy.isOff).toBe(true);
});
