import type { ByteSink } from './byte-sink.ts';
import { TextRuns } from './text-runs.ts';

/** Minimum number of NUL bytes: an ASCII text in UTF-16 has one per character, and the shortest secrets have 20 characters. */
const NULS_MIN = 20;

/** True when the bytes have enough NULs to contain a UTF-16 text with a secret. */
export function mayBeUtf16(input: Uint8Array): boolean {
  let nuls = 0;
  for (let at = 0; at < input.length && nuls < NULS_MIN; at += 1) if (input[at] === 0) nuls += 1;
  return nuls >= NULS_MIN;
}

/** Decodes bytes as UTF-16 in both byte orders, at even and at odd offsets, and keeps only text. */
export function decodeUtf16(input: Uint8Array, sink: ByteSink): void {
  for (const [start, low] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const runs = new TextRuns(sink);
    for (let at = start; at + 1 < input.length; at += 2) {
      const unit = (input[at + low] ?? 0) | ((input[at + 1 - low] ?? 0) << 8);
      if (unit < 0x80) runs.put(unit, at + low);
      else if (!isInvisible(unit)) runs.end(at);
    }
    runs.end(input.length);
  }
}

/** True for an invisible character as in `ByteSink`, by UTF-16 code unit. */
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

/** Maximum size of the output of all four decodings of `bytes` bytes of UTF-16, in bytes. */
export function decodedUtf16Max(bytes: number): number {
  return 2 * bytes + 4;
}
