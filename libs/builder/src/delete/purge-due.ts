import type { SqlStatementRunner } from '@bridge/db';
import type { Logger } from '@bridge/kernel';
import {
  listDue,
  purgePage,
  purgePointer,
  purgePublications,
  purgeRevisions,
  purgeSnapshots,
  type PurgeDuePage,
} from './purge.store.ts';

/** Maximum number of websites due for their purge (final removal) that one query returns. */
const PAGES_AT_ONCE = 20;
/** Maximum number of snapshots, publications or revisions that one statement deletes while it locks the website’s row. */
const ROWS_AT_ONCE = 500;
/** Number of failed purges of websites after which one run of the purge ends. */
const FAILURES_MAX = 1_000;

/** The dependencies of the purge, which finally removes deleted websites. */
export interface WebsitePurgeDeps {
  readonly db: SqlStatementRunner;
  readonly log: Pick<Logger, 'warn'>;
  readonly stopping: AbortSignal;
  /** Maximum number of rows that one statement deletes; 500 by default. */
  readonly rowsAtOnce?: number;
}

/**
 * Deletes all rows of one website. A row is deleted before the rows to which it refers. Returns false when the process stops
 * before the end.
 */
async function purgeWebsite(
  { db, stopping, rowsAtOnce = ROWS_AT_ONCE }: WebsitePurgeDeps,
  page: PurgeDuePage,
): Promise<boolean> {
  await purgePointer(db, page);
  for (const purgeRows of [purgeSnapshots, purgePublications, purgeRevisions])
    for (let removed = rowsAtOnce; removed === rowsAtOnce && !stopping.aborted;)
      removed = await purgeRows(db, page, rowsAtOnce);
  if (stopping.aborted) return false;
  await purgePage(db, page);
  return true;
}

/**
 * Purges (finally removes) the websites that were deleted 30 days ago; returns their number. A failed purge is logged and tried
 * again in the next run. Each statement checks that the website is still due, so replicas and restarted processes may repeat
 * steps. Spec: editor.purge.
 */
export async function purgeDue(deps: WebsitePurgeDeps): Promise<number> {
  const { db, log, stopping } = deps;
  const failed: number[] = [];
  let purged = 0;
  while (failed.length < FAILURES_MAX) {
    const pages = await listDue(db, failed, PAGES_AT_ONCE);
    if (pages.length === 0) break;
    for (const page of pages) {
      if (stopping.aborted) return purged;
      try {
        if (await purgeWebsite(deps, page)) purged += 1;
      } catch (error) {
        log.warn({ err: error, page_id: page.page_id }, 'purge_failed');
        failed.push(page.page_id);
      }
    }
  }
  return purged;
}
