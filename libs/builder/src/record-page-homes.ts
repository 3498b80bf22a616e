import type { CommonModuleDeps } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { recordHomes, type WebsitePrimaryKey } from './preview.store.ts';

/** Maximum number of websites for which one statement stores the account that owns them. */
const HOMES_AT_ONCE = 1_000;

/**
 * Stores which account owns each website that an older release created, in short statements at each start. May be repeated. A
 * failure is logged; the websites that remain then have no previews until the next start.
 */
export async function recordPageHomes(
  { db }: Pick<BuilderDeps, 'db'>,
  { log, stopping }: Pick<CommonModuleDeps, 'log' | 'stopping'>,
  atOnce: number = HOMES_AT_ONCE,
): Promise<void> {
  try {
    let last: WebsitePrimaryKey | undefined = { account_id: '', page_id: 0 };
    while (last !== undefined && !stopping.aborted) last = await recordHomes(db, last, atOnce);
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'page_homes_not_recorded');
  }
}
