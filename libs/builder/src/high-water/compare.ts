import type { HighWaterMark } from '@bridge/blobs';

/** The position of a database relative to the mark in the store. */
export type Comparison = 'current' | 'behind' | 'other database' | 'damaged mark';

/** Compares the mark of the store with the position of a database, which was read after the mark. */
export function compareHighWater(
  stored: HighWaterMark | 'damaged' | null,
  database: HighWaterMark,
): Comparison {
  if (stored === null) return 'current';
  if (stored === 'damaged') return 'damaged mark';
  if (stored.cell !== database.cell) return 'other database';
  return stored.mark > database.mark || stored.next_page_id > database.next_page_id
    ? 'behind'
    : 'current';
}

const REASONS: Readonly<Record<Exclude<Comparison, 'current'>, string>> = {
  behind: 'The database is older than what the blob store last saw of it',
  'other database': 'The blob store belongs to another database',
  'damaged mark': 'The mark of the database in the blob store (cell/high-water) cannot be read',
};

/** The sentence of a refused start. */
export function refusalSentence(comparison: Exclude<Comparison, 'current'>): string {
  return `${REASONS[comparison]}: start with the newest database, or run “npm run ctl -- adopt” to go on with this one, which loses what was done since and keeps every stored object.`;
}
