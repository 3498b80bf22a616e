import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';

/**
 * Key of the high-water mark: an object that repeats the progress of the database, so that a database restored from a backup is
 * recognised. ADR 022.
 */
export const HIGH_WATER = 'cell/high-water';

const MARK = z.object({
  /** Id of the database that wrote the high-water mark. */
  cell: z.string(),
  /**
   * Counter that rises with each write; the database stores it too. A lower counter in the database shows that the database was
   * restored from a backup.
   */
  mark: z.int().nonnegative(),
  /** The id that the database would give to the next website. */
  next_page_id: z.int().positive(),
  /** Time of the write by the database's clock, for operators to read. */
  at: z.string(),
});
/** The high-water mark in the blob store: the identity and the progress of the database that uses the store. */
export type DatabaseHighWaterMark = z.infer<typeof MARK>;

/**
 * Reads the high-water mark (progress of the database) from the store; null when it is missing, `damaged` when it cannot be
 * parsed.
 */
export async function readHighWater(
  store: Pick<BlobStore, 'read'>,
): Promise<DatabaseHighWaterMark | 'damaged' | null> {
  const bytes = await store.read(HIGH_WATER);
  if (bytes === null) return null;
  try {
    return MARK.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return 'damaged';
  }
}

/** Replaces the high-water mark (the progress of the database) in the blob store durably. */
export async function writeHighWater(
  store: Pick<BlobStore, 'replace'>,
  mark: DatabaseHighWaterMark,
): Promise<void> {
  await store.replace(HIGH_WATER, Buffer.from(JSON.stringify(mark)));
}

/**
 * Returns the store’s time in ms since the Unix epoch: the write time of the high-water mark, which is at most a minute old.
 * Clean-up tasks compare it with the write times of objects, so the clocks of processes do not matter. Null when there is no
 * mark.
 */
export async function storeTime(store: Pick<BlobStore, 'stat'>): Promise<number | null> {
  return (await store.stat(HIGH_WATER))?.storedAt ?? null;
}
