import { describe, expect, test } from 'vitest';
import { ACCOUNT } from '../../index.ts';

const { input } = ACCOUNT.relayMessage;
const accepts = (member: object): boolean =>
  input.safeParse({ ...ACCOUNT.relayMessage.example, ...member }).success;

describe('the text of a message', () => {
  // Verifies: relay.text.
  test.each([
    ['one character', 'a'],
    ['4,000 emoji', '🌙'.repeat(4_000)],
    ['lines and tabs', 'one\r\n\ttwo\n'],
    ['bidi controls and U+2028', '\u202ereversed\u2028'],
  ])('may be %s', (_, text) => expect(accepts({ text })).toBe(true));

  // Verifies: relay.text.
  test.each([
    ['empty', ''],
    ['4,001 emoji', '🌙'.repeat(4_001)],
    ['NUL', 'a\u0000b'],
    ['an escape sequence', '\u001b[31mred'],
    ['DEL', 'a\u007f'],
    ['a C1 control', 'a\u009b31m'],
  ])('may not be %s', (_, text) => expect(accepts({ text })).toBe(false));
});

// Verifies: relay.recipients.
test('a recipient is the owner or a key', () => {
  expect(accepts({ to: 'owner' })).toBe(true);
  expect(accepts({ to: 'key:key_01j8z4a7bcdefghjkmnpqrstvw' })).toBe(true);
  for (const to of ['', 'Owner', 'key:', 'all', 'key:a b', `key:${'x'.repeat(65)}`, 'acc_1'])
    expect(accepts({ to }), to).toBe(false);
});

test('a read of an inbox carries at most 100 acknowledgements and waits at most 20 seconds', () => {
  const { input: asked } = ACCOUNT.relayInbox;
  const ids = Array.from({ length: 101 }, (_, n) => n + 1);
  expect(asked.safeParse({ ack_ids: ids.slice(1), wait_s: 20 }).success).toBe(true);
  expect(asked.safeParse({ ack_ids: ids }).success).toBe(false);
  for (const wait_s of [-1, 21, 0.5]) expect(asked.safeParse({ wait_s }).success).toBe(false);
});
