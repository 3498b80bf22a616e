import type { BaseDeps } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { recordHomes, type PageKey } from './preview.store.ts';

/** Maximum number of websites that one statement records. */
const HOMES_AT_ONCE = 1_000;

/**
 * Records the owning account of every website that an older release created, in short statements at each start. May be
 * repeated. After a failure, which is logged, previews of the remaining websites are missing.
 */
export async function recordPageHomes(
  { db }: Pick<BuilderDeps, 'db'>,
  { log, stopping }: Pick<BaseDeps, 'log' | 'stopping'>,
  atOnce: number = HOMES_AT_ONCE,
): Promise<void> {
  try {
    let last: PageKey | undefined = { account_id: '', page_id: 0 };
    while (last !== undefined && !stopping.aborted) last = await recordHomes(db, last, atOnce);
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'page_homes_not_recorded');
  }
}
