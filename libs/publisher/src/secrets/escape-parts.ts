import type { DecodedByteSink } from './byte-sink.ts';

/** Maximum number of digits that are read in a character reference or in `\u{…}`. Leading zeros count. */
const DIGITS_MAX = 10;
const CODE_POINT_MAX = 0x10ffff;

const HEX = new Int8Array(256).fill(-1);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/**
 * A function that decodes the escape sequence at offset `at` and writes it to `sink`. With `loose` it also decodes incomplete
 * escapes. Returns the end offset of the escape, or `at` when there is none.
 */
export type EscapeDecoder = (
  input: Uint8Array,
  at: number,
  sink: DecodedByteSink,
  loose: boolean,
) => number;

/** Returns the value of exactly `count` hexadecimal digits at offset `at`, or -1 when one of the bytes is not such a digit. */
export function hexAt(input: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const digit = HEX[input[i] ?? 0] ?? -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/**
 * Reads a code point of up to `DIGITS_MAX` digits at offset `at`. `code` is -1 when there is no valid one. `end` is the offset
 * after the digits.
 */
export function numberAt(
  input: Uint8Array,
  at: number,
  base: 10 | 16,
): { code: number; end: number } {
  let code = 0;
  let end = at;
  for (; end < at + DIGITS_MAX; end += 1) {
    const digit = HEX[input[end] ?? 0] ?? -1;
    if (digit < 0 || digit >= base) break;
    code = code * base + digit;
  }
  return { code: end === at || code > CODE_POINT_MAX ? -1 : code, end };
}
