import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { openForReading } from './open-version.ts';

/** A packed index that serves while no version of the index folder can be read. */
export interface ReserveIndex {
  /** URL of a file that `packVersion` made. */
  readonly packed: string;
  readonly version: string;
}

/**
 * Opens the reserve from the system's temporary folder, because the index folder may be read-only. Errors: those of the
 * file system, SearchFault.
 */
export function openReserve({ packed }: ReserveIndex): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-archive-'));
  try {
    const file = join(folder, 'reserve.sqlite');
    writeFileSync(file, zstdDecompressSync(readFileSync(new URL(packed))));
    return openForReading(file);
  } finally {
    try {
      // The open database keeps the bytes of the removed file.
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Some systems do not remove an open file; the system clears its temporary files itself.
    }
  }
}
