import type { Queryable } from '@bridge/db';
import { listDue, purgePage, purgePublicSide, purgeRevisions } from './purge.store.ts';

/** Revisions of one statement, which holds the lock of the website. */
const REVISIONS_AT_ONCE = 500;

/**
 * Purges the contents of deleted websites whose 30 days are over, at most `max`; returns how many. Each statement checks
 * again that the website is due, so replicas may purge one website together, and a process may end at any step. Objects are
 * then named by no row and are swept. Spec: editor.purge.
 */
export async function purgeDue(
  db: Queryable,
  max: number,
  revisionsAtOnce = REVISIONS_AT_ONCE,
): Promise<number> {
  const pages = await listDue(db, max);
  for (const page of pages) {
    await purgePublicSide(db, page);
    for (let removed = revisionsAtOnce; removed === revisionsAtOnce;)
      removed = await purgeRevisions(db, page, revisionsAtOnce);
    await purgePage(db, page);
  }
  return pages.length;
}
