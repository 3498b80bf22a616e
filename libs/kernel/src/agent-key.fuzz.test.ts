import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { isAgentKey } from './agent-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_CHARS = 6;

/** CRC32 computed bit by bit as in the standard, without code from the module under test. */
function crc32(text: string): number {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
function withChecksum(body: string): string {
  let rest = crc32(`agent-bridge:${body}`);
  let checksum = '';
  for (let n = 0; n < CHECKSUM_CHARS; n += 1) {
    checksum = BASE62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}
const char = fc.constantFrom(...BASE62);
const key = fc
  .array(char, { minLength: 43, maxLength: 43 })
  .map((chars) => withChecksum(`ak_${chars.join('')}`));

fuzz(
  'key-checksum',
  'a key with its checksum is one; with one character changed, or two neighbours swapped, it is none',
  () =>
    fc.property(key, fc.nat(48), char, fc.nat(47), (one, at, other, swap) => {
      expect(isAgentKey(one)).toBe(true);
      const changed = `${one.slice(0, at + 3)}${other}${one.slice(at + 4)}`;
      expect(isAgentKey(changed)).toBe(changed === one);
      const [a = '', b = ''] = one.slice(swap + 3, swap + 5);
      const swapped = `${one.slice(0, swap + 3)}${b}${a}${one.slice(swap + 5)}`;
      expect(isAgentKey(swapped)).toBe(a === b);
    }),
);

fuzz('key-form', 'no other text is a key', () =>
  fc.property(
    fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.tuple(key, fc.string({ minLength: 1, maxLength: 3 })).map((parts) => parts.join('')),
    ),
    (text) => !isAgentKey(text),
  ),
);
