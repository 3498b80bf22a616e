import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('a port is given to one caller only, also before that caller uses it', async () => {
  // By chance alone, 1,000 of 17,000 ports contain about thirty pairs.
  const ports = await Promise.all(Array.from({ length: 1_000 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
});
