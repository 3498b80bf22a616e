import type { ConsoleRevision } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import type { RevisionListPage } from './pages.ts';

/** Number of revisions before and after a given revision among which the nearest one is searched whose text is still stored. */
const NEAR_MAX = 100;

/**
 * Query for the number of the revision nearest to `revision` whose text is still stored. The result is null when none of the
 * 100 revisions before it and the 100 after it has a stored text.
 */
export function nearestKeptQuery(pageId: number, revision: number) {
  return queryOptions({
    queryKey: ['nearest kept', pageId, revision],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        [revision + NEAR_MAX + 1, Math.max(revision, 2)].map((before) =>
          send<RevisionListPage>(
            'GET',
            `/api/console/pages/${pageId}/revisions?limit=${NEAR_MAX}&before=${before}`,
            { signal },
          ),
        ),
      );
      const kept = lists
        .flatMap(({ revisions }) => revisions)
        .filter((one) => one.body_kept && one.revision !== revision);
      const distance = (one: ConsoleRevision): number => Math.abs(one.revision - revision);
      return kept.sort((a, b) => distance(a) - distance(b))[0]?.revision ?? null;
    },
  });
}
