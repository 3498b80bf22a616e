import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';

/** The one object that is written again and again: how far the database of this store has come. */
export const HIGH_WATER = 'cell/high-water';

const MARK = z.object({
  /** Id of the database that wrote it. */
  cell: z.string(),
  /** Rises with each write; the database counts it, and is never behind it. */
  mark: z.int().nonnegative(),
  /** The next id that the database would give to a website. */
  next_page_id: z.int().positive(),
  /** When it was written, by the database's clock; for people. */
  at: z.string(),
});
/** What the store knows of its database. */
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

/** Writes the mark in place of the one before; durable when it resolves. */
export async function writeHighWater(
  store: Pick<BlobStore, 'replace'>,
  mark: HighWaterMark,
): Promise<void> {
  await store.replace(HIGH_WATER, Buffer.from(JSON.stringify(mark)));
}

/**
 * The store's own time in ms since the epoch, at most a minute behind: when the mark was last written. Sweeps compare it
 * with the age of objects, so that no process's clock decides what is old. Null while no mark is there.
 */
export async function storeTime(store: Pick<BlobStore, 'stat'>): Promise<number | null> {
  return (await store.stat(HIGH_WATER))?.storedAt ?? null;
}
