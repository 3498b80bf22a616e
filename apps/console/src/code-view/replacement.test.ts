import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacementsOf } from './replacement.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '', '\r', '\n', '\r\n', '\uFEFF'))
  .map((parts) => parts.join(''));

// Verifies: console.exact-bytes.
test('taking a text in changes exactly what differs, in texts of any line ends', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      let result = from;
      for (const change of replacementsOf(from, to).toReversed())
        result = result.slice(0, change.from) + change.insert + result.slice(change.to);
      expect(result).toBe(to);
    }),
  );
});
