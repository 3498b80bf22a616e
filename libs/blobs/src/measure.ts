import { createHash } from 'node:crypto';
import type { RepeatableByteSource } from './blob-store.ts';

/** Maximum size in bytes of a source whose bytes `measure` keeps and returns. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** Size and SHA-256 (hex) of a byte source; `whole` contains its bytes, or null when they exceed 1 MiB. */
export interface ByteSourceDigest {
  readonly bytes: number;
  readonly sha256: string;
  readonly whole: Buffer | null;
}

/** Reads a byte source to its end. Returns its size and SHA-256, and its bytes when they are at most 1 MiB. */
export async function measure(source: RepeatableByteSource): Promise<ByteSourceDigest> {
  const hash = createHash('sha256');
  let kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source()) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    if (bytes <= KEPT_BYTES_MAX) kept.push(chunk);
    else kept = [];
  }
  const whole = bytes <= KEPT_BYTES_MAX ? Buffer.concat(kept) : null;
  return { bytes, sha256: hash.digest('hex'), whole };
}
