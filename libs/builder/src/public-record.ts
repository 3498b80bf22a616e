import type { PublicLinkBuilder, PublicWebsiteRecord } from '@bridge/contracts';
import type { PublishedStateRow } from './public-side.store.ts';
import { isLocked, snapshotRecordOf } from './website-record.ts';

/** True when visitors can see the website at its public address. */
export function isShown({ visibility, suspended }: PublishedStateRow): boolean {
  return visibility !== 'private' && !suspended;
}

/**
 * Builds the public record of a published website: the data about its live snapshot (the one that visitors see) that agents
 * receive. Spec: publishing.public-record.
 */
export function publicRecordOf(
  row: PublishedStateRow,
  links: PublicLinkBuilder,
): PublicWebsiteRecord {
  const { page_id } = row;
  return {
    page_id,
    title: row.title,
    word: row.live_word,
    visibility: row.visibility,
    visibility_locked: isLocked(row),
    live_url: isShown(row) ? links.live(page_id) : null,
    snapshot: snapshotRecordOf(page_id, row, links),
    published_revision: row.published_revision,
    published_at: row.live_at.toISOString(),
  };
}
