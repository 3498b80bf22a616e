import type { ModuleBaseDeps } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { recordHomes, type WebsitePrimaryKey } from './preview.store.ts';

/** Maximum number of websites whose owning account one statement stores. */
const HOMES_AT_ONCE = 1_000;

/**
 * Stores the owning account of every website that an older release created, in short statements at each start. May be repeated.
 * After a failure, which is logged, the remaining websites have no previews.
 */
export async function recordPageHomes(
  { db }: Pick<BuilderDeps, 'db'>,
  { log, stopping }: Pick<ModuleBaseDeps, 'log' | 'stopping'>,
  atOnce: number = HOMES_AT_ONCE,
): Promise<void> {
  try {
    let last: WebsitePrimaryKey | undefined = { account_id: '', page_id: 0 };
    while (last !== undefined && !stopping.aborted) last = await recordHomes(db, last, atOnce);
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'page_homes_not_recorded');
  }
}
