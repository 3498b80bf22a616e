import type { DecodedByteSink } from './byte-sink.ts';

const OPEN = 0x3c;
const CLOSE = 0x3e;

/**
 * Returns the end offset of the tag that begins at `at`. Returns `at` when another `<` or the end of the text comes before `>`.
 */
function tagEnd(input: Uint8Array, at: number): number {
  for (let end = at + 1; end < input.length; end += 1) {
    if (input[end] === CLOSE) return end + 1;
    if (input[end] === OPEN) return at;
  }
  return at;
}

/**
 * Copies the input without its HTML tags. A secret token is then found even when `<wbr>` or the spans of a syntax highlighter
 * split it.
 */
export function stripTags(input: Uint8Array, sink: DecodedByteSink): void {
  for (let at = 0; at < input.length;) {
    const byte = input[at] ?? 0;
    const end = byte === OPEN ? tagEnd(input, at) : at;
    if (end > at) at = end;
    else {
      sink.put(byte, at);
      at += 1;
    }
  }
}
