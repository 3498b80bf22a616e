import type { DatabaseHighWaterMark } from '@bridge/blobs';

/**
 * Whether a database matches the high-water mark, the copy of its counters in the blob store. `behind`: the database is an
 * older copy of the one that wrote the mark.
 */
export type HighWaterMarkComparison = 'current' | 'behind' | 'other database' | 'damaged mark';

/**
 * Compares the high-water mark (the copy of the database’s counters in the blob store) with the counters in the database. The
 * mark must be read first: otherwise another replica’s newer mark would make the database seem older.
 */
export function compareHighWater(
  stored: DatabaseHighWaterMark | 'damaged' | null,
  database: DatabaseHighWaterMark,
): HighWaterMarkComparison {
  if (stored === null) return 'current';
  if (stored === 'damaged') return 'damaged mark';
  if (stored.cell !== database.cell) return 'other database';
  return stored.mark > database.mark || stored.next_page_id > database.next_page_id
    ? 'behind'
    : 'current';
}

const REASONS: Readonly<Record<Exclude<HighWaterMarkComparison, 'current'>, string>> = {
  behind: 'The database is older than what the blob store last saw of it',
  'other database': 'The blob store belongs to another database',
  'damaged mark': 'The mark of the database in the blob store (cell/high-water) cannot be read',
};

/** Returns the sentence that tells the operator why the service refuses to start and what to do. */
export function refusalSentence(comparison: Exclude<HighWaterMarkComparison, 'current'>): string {
  return `${REASONS[comparison]}: start with the newest database, or run “npm run ctl -- adopt” to go on with this one, which loses what was done since and keeps every stored object.`;
}
