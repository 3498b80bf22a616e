import type { LineEndingKind } from '@bridge/contracts';
import { hash } from 'node:crypto';

const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;
const LF = 10;
const CR = 13;

/** A text in UTF-8 with its SHA-256 (hex), number of Unicode code points and kind of line endings. */
export interface HashedText {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly chars: number;
  readonly newline: LineEndingKind;
}

/** Counts the Unicode code points in valid UTF-8 bytes. */
export function countChars(utf8: Uint8Array): number {
  let continuations = 0;
  for (let i = 0; i < utf8.length; i += 1) {
    if (((utf8[i] ?? 0) & CONTINUATION_MASK) === CONTINUATION) continuations += 1;
  }
  return utf8.length - continuations;
}

/** Returns the kind of line endings in a UTF-8 text; a CR without LF makes it `mixed`. */
export function newlineOf(text: Uint8Array): LineEndingKind {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const firstLf = bytes.indexOf(LF);
  const firstCr = bytes.indexOf(CR);
  // Fast path: most texts contain no CR.
  if (firstCr < 0) return firstLf < 0 ? 'none' : 'lf';
  if (firstLf !== firstCr + 1) return 'mixed';
  for (let i = firstLf + 1; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === LF) return 'mixed';
    if (byte !== CR) continue;
    if (bytes[i + 1] !== LF) return 'mixed';
    i += 1;
  }
  return 'crlf';
}

/**
 * Computes hash, number of characters and line endings of a text on the calling thread. For large texts call it in a worker.
 */
export function measureBody<B extends Uint8Array>(bytes: B): HashedText & { readonly bytes: B } {
  const sha256 = hash('sha256', bytes);
  return { bytes, sha256, chars: countChars(bytes), newline: newlineOf(bytes) };
}
