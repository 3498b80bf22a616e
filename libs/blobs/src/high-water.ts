import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';

/** Key of the high-water mark of the database, the only object that is rewritten (ADR 022). */
export const HIGH_WATER = 'cell/high-water';

const MARK = z.object({
  /** Id of the database that wrote the mark. */
  cell: z.string(),
  /** Number that rises with each write; the database's own count is never lower. */
  mark: z.int().nonnegative(),
  /** The next id that the database would give to a website. */
  next_page_id: z.int().positive(),
  /** Time of the write by the database's clock; for people. */
  at: z.string(),
});
/** The high-water mark of a database. */
export type HighWaterMark = z.infer<typeof MARK>;

/** Reads the mark; null when the store has none, `damaged` when it cannot be read as one. */
export async function readHighWater(
  store: Pick<BlobStore, 'read'>,
): Promise<HighWaterMark | 'damaged' | null> {
  const bytes = await store.read(HIGH_WATER);
  if (bytes === null) return null;
  try {
    return MARK.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return 'damaged';
  }
}

/** Writes the mark and replaces the one before; durable when it resolves. */
export async function writeHighWater(
  store: Pick<BlobStore, 'replace'>,
  mark: HighWaterMark,
): Promise<void> {
  await store.replace(HIGH_WATER, Buffer.from(JSON.stringify(mark)));
}

/**
 * Returns the time of the store in ms since the epoch, at most a minute behind: the time of the last write of the mark.
 * Sweeps compare it with the times of objects, so that no clock of a process decides. Null without a mark.
 */
export async function storeTime(store: Pick<BlobStore, 'stat'>): Promise<number | null> {
  return (await store.stat(HIGH_WATER))?.storedAt ?? null;
}
