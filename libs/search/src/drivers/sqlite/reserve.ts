import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { openForReading } from './open-version.ts';

/** A compressed index that serves while no version in the index folder can be read. */
export interface CompressedFallbackIndex {
  /** URL of a file that `packVersion` made. */
  readonly packed: string;
  readonly version: string;
}

/**
 * Decompresses the reserve index (it serves when no version can be read) into the system's temporary folder and opens it there,
 * because the index folder may be read-only.
 */
export function openReserve({ packed }: CompressedFallbackIndex): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-archive-'));
  try {
    const file = join(folder, 'reserve.sqlite');
    writeFileSync(file, zstdDecompressSync(readFileSync(new URL(packed))));
    return openForReading(file);
  } finally {
    try {
      // The system keeps the bytes of the removed file while the database is open.
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Some systems cannot remove an open file; they clean the temporary folder later.
    }
  }
}
