import type { Queryable } from '@bridge/db';
import type { Logger } from '@bridge/kernel';
import {
  listDue,
  purgePage,
  purgePointer,
  purgePublications,
  purgeRevisions,
  purgeSnapshots,
  type DuePage,
} from './purge.store.ts';

/** Maximum number of websites that one statement lists. */
const PAGES_AT_ONCE = 20;
/** Maximum number of snapshots, publications or revisions that one statement removes while it locks the website. */
const ROWS_AT_ONCE = 500;
/** Maximum number of websites whose purge may fail before a pass ends. */
const FAILURES_MAX = 1_000;

/** The dependencies of a purge. */
export interface PurgeDeps {
  readonly db: Queryable;
  readonly log: Pick<Logger, 'warn'>;
  readonly stopping: AbortSignal;
  /** Rows that one statement removes; by default 500. */
  readonly rowsAtOnce?: number;
}

/** Removes the rows of one website in the order in which they name each other; false when the process stops before. */
async function purgeWebsite(
  { db, stopping, rowsAtOnce = ROWS_AT_ONCE }: PurgeDeps,
  page: DuePage,
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
 * Purges the contents of deleted websites whose 30 days are over; returns how many. A website that cannot be purged is
 * logged and left to the next pass. Each statement checks again that the website is due, so replicas may purge one website
 * together, and a process may end at any step. Objects are then named by no row and are swept. Spec: editor.purge.
 */
export async function purgeDue(deps: PurgeDeps): Promise<number> {
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
