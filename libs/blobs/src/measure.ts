import { createHash } from 'node:crypto';
import type { ByteSource } from './blob-store.ts';

/** Maximum size of a source that is kept in memory while it is measured, so that it is not read a second time. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** Size and SHA-256 (hex) of a source; `whole` is its bytes when they are at most 1 MiB, else null. */
export interface SourceMeasure {
  readonly bytes: number;
  readonly sha256: string;
  readonly whole: Buffer | null;
}

/** Reads a source to its end and keeps at most 1 MiB of it. */
export async function measure(source: ByteSource): Promise<SourceMeasure> {
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
