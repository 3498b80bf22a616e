import type { Base } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { recordHomes, type PageKey } from './preview.store.ts';

/** Websites of one statement. */
const HOMES_AT_ONCE = 1_000;

/**
 * Records the account of every website that an older release made: before this release, or beside it. Runs once at each
 * start, in short statements, and can be repeated. A failure is logged; only previews of such websites lack.
 */
export async function recordPageHomes(
  { db }: Pick<BuilderDeps, 'db'>,
  { log, stopping }: Pick<Base, 'log' | 'stopping'>,
  atOnce: number = HOMES_AT_ONCE,
): Promise<void> {
  try {
    let last: PageKey | undefined = { account_id: '', page_id: 0 };
    while (last !== undefined && !stopping.aborted) last = await recordHomes(db, last, atOnce);
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'page_homes_not_recorded');
  }
}
