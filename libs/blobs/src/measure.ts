import { createHash } from 'node:crypto';
import type { ByteSource } from './blob-store.ts';

/** What is small is kept while it is measured, and need not be made a second time. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** Size and SHA-256 (hex) of what a source gives; `whole` is all of it when it is at most 1 MiB, else null. */
export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
  readonly whole: Buffer | null;
}

/** Reads a source to its end and keeps no more of it than a bounded part. */
export async function measure(source: ByteSource): Promise<Measured> {
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
