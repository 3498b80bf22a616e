import type {
  ActivityAnswer,
  ConsoleHomeAnswer,
  KeyDetail,
  RefusedCallsAnswer,
  ConsoleSearchAnswer,
  JournalVerificationAnswer,
} from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** An effect (a committed change) of the account, as the activity list shows it. */
export type ConsoleActivityEvent = ActivityAnswer['events'][number];

/** Delay in ms after which a query is read again because its answer lacks parts that an unavailable service provides. */
const MISSING_REFRESH_MS = 5_000;

/** Returns the delay in ms after which a query is read again because its answer lacks parts; false for a complete answer. */
function refetchMissing({
  state: { data },
}: {
  readonly state: { readonly data: { readonly missing: readonly string[] } | undefined };
}): number | false {
  return data !== undefined && data.missing.length > 0 && MISSING_REFRESH_MS;
}

/** Query for the owner's home screen: notices, agents, published websites and latest effects (committed changes). */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => send<ConsoleHomeAnswer>('GET', '/api/console/home', { signal }),
  refetchInterval: refetchMissing,
});

/** Hides a notice on the home screen until the facts in the notice change. */
export function hideAttention(kind: string, ref: string): Promise<unknown> {
  return send('POST', '/api/console/attention/hide', { body: { kind, ref } });
}

/**
 * First element of the query key of the activity list. Live events do not refresh this query; a click on the button for new
 * rows does.
 */
export const UNREFRESHED_LIST = 'activity';
/**
 * First element of the query key of the newest effects (committed changes). The activity screen compares them with its list and
 * shows how many of them are new.
 */
export const NEW_ACTIVITY = 'new activity';

/**
 * Query for the effects (committed changes) of the account that match a filter (a query string), newest first. An open list is
 * not refreshed automatically, so that no row moves under the pointer.
 */
export function activityQuery(filter: string) {
  return infiniteQueryOptions({
    queryKey: [UNREFRESHED_LIST, filter],
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

/**
 * Query for the newest effects (committed changes) that match a filter (a query string). It is repeated every `everyMs` ms;
 * with null only live events refresh it.
 */
export function newActivityQuery(filter: string, everyMs: number | null) {
  return queryOptions({
    queryKey: [NEW_ACTIVITY, filter],
    queryFn: ({ signal }) =>
      send<ActivityAnswer>('GET', `/api/console/activity?${filter}`, { signal }),
    refetchInterval: everyMs ?? false,
  });
}

/** First element of the query key of the refused calls. */
export const REFUSALS = 'refusals';

/**
 * Query for the numbers of refused calls by minute, key, action and error code: of one key or, if `keyId` is null, of all keys
 * of the account.
 */
export function refusalsQuery(keyId: string | null) {
  return queryOptions({
    queryKey: [REFUSALS, keyId],
    queryFn: ({ signal }) =>
      send<RefusedCallsAnswer>(
        'GET',
        `/api/console/refusals${keyId === null ? '' : `?key_id=${keyId}`}`,
        { signal },
      ),
  });
}

/**
 * Requests that the service verifies the next entries of the hash chain of the journal (the log of all changes), after those
 * that it has verified already.
 */
export function verifyChain(): Promise<JournalVerificationAnswer> {
  return send('POST', '/api/console/activity/verify', { body: {} });
}

/**
 * URL of the journal (the log of all changes) as a file of JSON lines with hashes, which can be verified without the product.
 */
export const JOURNAL_FILE = '/api/console/activity.jsonl';

/** Query for one key with its usage, its refused calls and its online agent programs (nodes). */
export function keyQuery(keyId: string) {
  return queryOptions({
    queryKey: ['key', keyId],
    queryFn: ({ signal }) => send<KeyDetail>('GET', `/api/console/keys/${keyId}`, { signal }),
    refetchInterval: refetchMissing,
  });
}

/** Query for websites, Worlds (public identities) and keys of the account whose title, name or id matches a text. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      send<ConsoleSearchAnswer>('GET', `/api/console/search?q=${encodeURIComponent(text)}`, {
        signal,
      }),
    enabled: text !== '',
    refetchInterval: refetchMissing,
  });
}
