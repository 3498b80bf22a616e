import type { DecodedByteSink } from './byte-sink.ts';
import { DecodedTextFilter } from './text-runs.ts';

/**
 * Minimum number of NUL bytes in UTF-16 text with a secret: each ASCII character has one, and the shortest secrets have 20
 * characters.
 */
const NULS_MIN = 20;

/** True when the bytes contain enough NUL bytes to be UTF-16 text with a secret. */
export function mayBeUtf16(input: Uint8Array): boolean {
  let nuls = 0;
  for (let at = 0; at < input.length && nuls < NULS_MIN; at += 1) if (input[at] === 0) nuls += 1;
  return nuls >= NULS_MIN;
}

/**
 * Decodes bytes as UTF-16 four times, in both byte orders and from even and odd offsets, and keeps only decoded characters that
 * are text.
 */
export function decodeUtf16(input: Uint8Array, sink: DecodedByteSink): void {
  for (const [start, low] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const runs = new DecodedTextFilter(sink);
    for (let at = start; at + 1 < input.length; at += 2) {
      const unit = (input[at + low] ?? 0) | ((input[at + 1 - low] ?? 0) << 8);
      if (unit < 0x80) runs.put(unit, at + low);
      else if (!isInvisible(unit)) runs.end(at);
    }
    runs.end(input.length);
  }
}

/** True for the UTF-16 code unit of an invisible character. `DecodedByteSink` removes the same characters from UTF-8. */
function isInvisible(unit: number): boolean {
  return (
    unit === 0xad ||
    unit === 0xfeff ||
    unit === 0x34f ||
    unit === 0x61c ||
    unit === 0x180e ||
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f) ||
    (unit >= 0xfe00 && unit <= 0xfe0f)
  );
}

/** Maximum output size of `decodeUtf16` for an input of `bytes` bytes, in bytes. It decodes the input four times. */
export function decodedUtf16Max(bytes: number): number {
  return 2 * bytes + 4;
}
