import { type BUILDER, LIMITS } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { listOverviewPages, readWebsiteTally, renewWebsiteTally } from '../overview.store.ts';

/** The dependencies of the handler that returns the overview of all public websites. */
type PublicWebsiteOverviewDeps = Pick<BuilderDeps, 'db' | 'links' | 'widgets'>;

/**
 * Returns the number of public websites and a list of the newest ones. Only the number may be out of date: every call reads the
 * list itself, so a website that was taken down is absent at once.
 */
export function overview({
  db,
  links,
  widgets,
}: PublicWebsiteOverviewDeps): ServiceCallHandler<typeof BUILDER.overview> {
  const readTally = () => readWebsiteTally(db, LIMITS.overviewAgeMaxS);
  return async () => {
    const [counted, rows] = await Promise.all([
      readTally(),
      listOverviewPages(db, LIMITS.overviewCandidatesMax),
    ]);
    let tally = counted;
    if (tally.is_stale) {
      // The number of public websites is too old: its timer may run in another process or be late. So this call counts them.
      await renewWebsiteTally(db, LIMITS.overviewAgeMaxS);
      tally = await readTally();
    }
    return {
      websites: tally.websites,
      latest: rows.map(({ page_id, title, word, published_at }) => ({
        page_id,
        title,
        word,
        live_url: links.live(page_id),
        published_at: published_at.toISOString(),
      })),
      widgets: widgets.newest.length,
      as_of: tally.as_of.toISOString(),
    };
  };
}
