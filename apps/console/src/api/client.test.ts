import { expect, test } from 'vitest';
import { fitsKeepalive } from './client.ts';

test.each([
  ['60,000 letters', 'a'.repeat(60_000), true],
  ['25,000 Chinese characters, which are 75,000 bytes', '漢'.repeat(25_000), false],
  ['40,000 quotes, which JSON doubles', '"'.repeat(40_000), false],
])('a text of %s is sent is measured in the bytes of its request', (_what, html, isSent) => {
  expect(fitsKeepalive(JSON.stringify({ html }))).toBe(isSent);
});
