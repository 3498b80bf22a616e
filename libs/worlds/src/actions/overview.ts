import { LIMITS, type WORLDS } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { WorldsDeps } from '../deps.ts';
import {
  findHiddenWorlds,
  listOverviewWorlds,
  readWorldTally,
  renewWorldTally,
} from '../overview.store.ts';

/**
 * Returns the number of Worlds, the newest Worlds, and those of the given words (names of Worlds) whose Worlds are hidden from
 * the public overview.
 */
export function overview({
  db,
  links,
}: Pick<WorldsDeps, 'db' | 'links'>): ServiceCallHandler<typeof WORLDS.overview> {
  const readTally = () => readWorldTally(db, LIMITS.overviewAgeMaxS);
  return async ({ words }) => {
    const [counted, rows, hidden] = await Promise.all([
      readTally(),
      listOverviewWorlds(db, LIMITS.overviewLatestMax),
      findHiddenWorlds(db, words),
    ]);
    let tally = counted;
    if (tally.is_stale) {
      // The timer that renews the stored number of Worlds may not run in this process, so the call renews it.
      await renewWorldTally(db, LIMITS.overviewAgeMaxS);
      tally = await readTally();
    }
    return {
      worlds: tally.worlds,
      latest: rows.map(({ word, title, founded_at }) => ({
        word,
        title,
        world_url: links.world(word),
        founded_at: founded_at.toISOString(),
      })),
      hidden: [...hidden],
      as_of: tally.as_of.toISOString(),
    };
  };
}
