import { expect, test } from 'vitest';
import { bytes, outcome } from './parse-json.fixture.ts';

/** Time limit in ms for a busy machine; each case takes less than a second on an idle one. */
const MS_MAX = 10_000;

// Verifies: safety.json-bomb.
test.each([
  ['ten million brackets', '['.repeat(10_000_000), 'json_too_complex'],
  ['ten million zeros', `[${'0,'.repeat(10_000_000)}0]`, 'json_too_complex'],
  [
    'a million names',
    `{${Array.from({ length: 1_000_000 }, (_, i) => `"n${i}":1`).join(',')}}`,
    'json_too_complex',
  ],
  ['ten million blanks', ' '.repeat(10_000_000), 'invalid_json'],
])('%s are refused soon', (_, text, code) => {
  const body = bytes(text);
  const from = performance.now();
  expect(outcome(body)).toBe(code);
  expect(performance.now() - from).toBeLessThan(MS_MAX);
});
