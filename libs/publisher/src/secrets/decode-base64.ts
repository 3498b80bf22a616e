import type { DecodedByteSink } from './byte-sink.ts';
import { DecodedTextFilter } from './text-runs.ts';

/** Number of base64 characters in a group, which encodes three bytes. */
const GROUP_CHARS = 4;
/** Minimum length of base64 that may contain a secret: the shortest secrets have 20 characters, which base64 encodes as 27. */
const BASE64_CHARS_MIN = 27;
const OTHER = -1;
const BLANK = -2;

const BASE64_VALUES = new Int8Array(256).fill(OTHER);
const BASE64_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
for (let value = 0; value < BASE64_LETTERS.length; value += 1)
  BASE64_VALUES[BASE64_LETTERS.charCodeAt(value)] = value;
for (const [char, value] of [
  ['+', 62],
  ['-', 62],
  ['/', 63],
  ['_', 63],
  [' ', BLANK],
  ['\t', BLANK],
  ['\r', BLANK],
  ['\n', BLANK],
] as const)
  BASE64_VALUES[char.charCodeAt(0)] = value;

/** A sequence of base64 characters in the input: its end offset and its number of characters without white space. */
interface Base64Sequence {
  readonly end: number;
  readonly chars: number;
}

/**
 * Finds the end of the base64 run that begins at `start`. White space inside the run belongs to it only when it contains a line
 * break.
 */
function runAt(input: Uint8Array, start: number): Base64Sequence {
  let chars = 0;
  let end = start;
  for (let at = start; at < input.length;) {
    const value = BASE64_VALUES[input[at] ?? 0] ?? OTHER;
    if (value >= 0) {
      chars += 1;
      at += 1;
      end = at;
    } else if (value === BLANK) {
      const next = afterLineBreak(input, at);
      if (next < 0) break;
      at = next;
    } else break;
  }
  return { end, chars };
}

/** Returns the end offset of the white space at `at`, or -1 when this white space contains no line break. */
function afterLineBreak(input: Uint8Array, at: number): number {
  let end = at;
  let breaks = false;
  for (; BASE64_VALUES[input[end] ?? 0] === BLANK; end += 1)
    if (input[end] === 10 || input[end] === 13) breaks = true;
  return breaks ? end : -1;
}

/** Decodes a base64 run without its first `skip` characters. */
function decodeRun(
  input: Uint8Array,
  start: number,
  end: number,
  skip: number,
  runs: DecodedTextFilter,
) {
  let chars = -skip;
  let bits = 0;
  let last = start;
  for (let at = start; at < end; at += 1) {
    const value = BASE64_VALUES[input[at] ?? 0] ?? OTHER;
    if (value < 0) continue;
    chars += 1;
    if (chars <= 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    // Four base64 characters encode three bytes: the second, third and fourth character each complete one byte.
    const inGroup = chars & 3;
    if (inGroup === 2) runs.put((bits >> 4) & 255, last);
    else if (inGroup === 3) runs.put((bits >> 2) & 255, last);
    else if (inGroup === 0) runs.put(bits & 255, last);
    last = at;
  }
  runs.end(end);
}

/**
 * Decodes every sequence that may be base64 or base64url, also across line breaks, and keeps only decoded bytes that are text.
 * Characters directly before an encoded secret may be base64 characters too (`/`, `-`), so each sequence is decoded four times,
 * starting at its first, second, third and fourth character.
 */
export function decodeBase64(input: Uint8Array, sink: DecodedByteSink): void {
  const runs = new DecodedTextFilter(sink);
  for (let at = 0; at < input.length;) {
    if ((BASE64_VALUES[input[at] ?? 0] ?? OTHER) < 0) {
      at += 1;
      continue;
    }
    const { end, chars } = runAt(input, at);
    if (chars >= BASE64_CHARS_MIN)
      for (let skip = 0; skip < GROUP_CHARS; skip += 1) decodeRun(input, at, end, skip, runs);
    at = end;
  }
}

/** Maximum output size of `decodeBase64` for an input of `bytes` bytes, in bytes. It decodes each sequence four times. */
export function decodedBase64Max(bytes: number): number {
  return 3 * bytes + GROUP_CHARS;
}
