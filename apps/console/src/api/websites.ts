import type { WebsiteRecord } from '@bridge/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** One part of the list of websites. `next_after_id` selects the next part; null at the end. */
export interface WebsiteListPage {
  readonly websites: readonly WebsiteRecord[];
  readonly next_after_id: number | null;
}

/** Query for the websites of the account that match a filter (a query string), in parts and in ascending order of their ids. */
export function websitesQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: ['websites', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      query.set('after_id', String(pageParam));
      return send<WebsiteListPage>('GET', `/api/console/pages?${query}`, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next_after_id: next }) => next,
  });
}
