import { expect, test } from 'vitest';
import { nameOfBrowser } from './name-of-browser.ts';

// Verifies: console.account.
test('a signed-in browser is named in words, an unknown one by what it sent, cut', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/156.0.0.0 Safari/537.36`;
  expect(nameOfBrowser(chrome)).toBe('Chrome on Linux');
  expect(nameOfBrowser(`${chrome} Edg/156.0`.replace('X11; Linux', 'Windows NT 10.0'))).toBe(
    'Edge on Windows',
  );
  expect(nameOfBrowser('Mozilla/5.0 (iPhone; CPU like Mac OS X) Safari/605.1')).toBe(
    'Safari on iPhone',
  );
  expect(nameOfBrowser('node')).toBe('node');
  expect(nameOfBrowser('x'.repeat(1_000))).toHaveLength(120);
  expect(nameOfBrowser(null)).toBe('unknown browser');
});
