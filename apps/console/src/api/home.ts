import type {
  ActivityAnswer,
  HomeAnswer,
  KeyDetail,
  KeyLimits,
  RefusalsAnswer,
  SearchAnswer,
  VerifyAnswer,
} from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** One effect of the account. */
export type AccountEffect = ActivityAnswer['events'][number];

/** Reads the home of the owner: what needs attention, agents, what is live, what happened lately. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => send<HomeAnswer>('GET', '/api/console/home', { signal }),
});

/** Hides something that needs attention until its facts change. */
export function hideAttention(kind: string, ref: string): Promise<unknown> {
  return send('POST', '/api/console/attention/hide', { body: { kind, ref } });
}

/** First part of the key of a list of effects: it changes only by the button of the new rows. */
export const LIST_THAT_STANDS = 'activity';
/** First part of the key of the newest effects, by which new rows are counted. */
export const NEW_ACTIVITY = 'new activity';

/**
 * Reads the effects of the account that a filter lets through, newest first. `filter` is a query string. The list stays as it
 * was read, so that no row moves under the pointer.
 */
export function activityQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: [LIST_THAT_STANDS, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter);
      if (pageParam !== null) query.set('after', String(pageParam));
      return send<ActivityAnswer>('GET', `/api/console/activity?${query}`, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Reads the newest effects that a filter lets through, again every `everyMs`; null leaves it to live events. */
export function newActivityQuery(filter: string, everyMs: number | null) {
  return queryOptions({
    queryKey: [NEW_ACTIVITY, filter],
    queryFn: ({ signal }) =>
      send<ActivityAnswer>('GET', `/api/console/activity?${filter}`, { signal }),
    refetchInterval: everyMs ?? false,
  });
}

/** Reads the refused calls of the account by minute, action and code. */
export const refusalsQuery = queryOptions({
  queryKey: ['refusals'],
  queryFn: ({ signal }) => send<RefusalsAnswer>('GET', '/api/console/refusals', { signal }),
});

/** Checks the next slice of the chain of the journal. */
export function verifyChain(): Promise<VerifyAnswer> {
  return send('POST', '/api/console/activity/verify', { body: {} });
}

/** Address of the journal as a file of lines that proves itself. */
export const JOURNAL_FILE = '/api/console/activity.jsonl';

/** Reads one key with its use, its refusals and its nodes. */
export function keyQuery(keyId: string) {
  return queryOptions({
    queryKey: ['key', keyId],
    queryFn: ({ signal }) => send<KeyDetail>('GET', `/api/console/keys/${keyId}`, { signal }),
  });
}

/** Finds websites, Worlds and keys of the account by title, word and id. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      send<SearchAnswer>('GET', `/api/console/search?q=${encodeURIComponent(text)}`, { signal }),
    enabled: text !== '',
  });
}

/** Lowers the rates of a key. */
export function changeKeyLimits(keyId: string, limits: KeyLimits): Promise<unknown> {
  return send('POST', `/api/console/keys/${keyId}`, { body: { limits } });
}
