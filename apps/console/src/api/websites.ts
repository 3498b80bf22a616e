import type { WebsiteRecord } from '@bridge/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** A page of the list of websites. */
export interface WebsiteList {
  readonly websites: readonly WebsiteRecord[];
  readonly next_after_id: number | null;
}

/** Query for the websites of the account, page by page, ascending by id. */
export const websitesQuery = infiniteQueryOptions({
  queryKey: ['websites'],
  queryFn: ({ pageParam, signal }) =>
    send<WebsiteList>('GET', `/api/console/pages?after_id=${pageParam}`, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ next_after_id: next }) => next,
});
