import { type BUILDER, LIMITS } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { listOverviewPages, readWebsiteTally, renewWebsiteTally } from '../overview.store.ts';

type OverviewDeps = Pick<BuilderDeps, 'db' | 'links' | 'widgets'>;

/** Counts the public websites and lists the newest. The list is read anew, so a website that was taken down is gone at once. */
export function overview({ db, links, widgets }: OverviewDeps): Handler<typeof BUILDER.overview> {
  const readTally = () => readWebsiteTally(db, LIMITS.overviewAgeMaxS);
  return async () => {
    const [counted, rows] = await Promise.all([
      readTally(),
      listOverviewPages(db, LIMITS.overviewCandidatesMax),
    ]);
    let tally = counted;
    if (tally.is_stale) {
      // The passes in the background do not run: this call counts.
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
