import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { NEW_ACTIVITY, REFUSALS, UNREFRESHED_LIST } from './home.ts';
import { OPEN_DRAFT } from './pages.ts';
import { isLive, onlineNodes, onLiveEvent, onLiveState, startLive } from './live.ts';

/** Time in ms for which live events are collected before the queries that they affect are refreshed together. */
const LIVE_REFRESH_MS = 500;

/**
 * Delay in ms from the live event about a call of a key until the call counts are read. The service stores the counts only
 * every second.
 */
const COUNTS_MS = 1_500;
/** First elements of the query keys of the queries that contain counts of agents' calls. */
const COUNTED = ['home', 'key', REFUSALS];

/**
 * Matches every query except those whose value must not change while the owner uses it: texts in an open editor, and the
 * activity list.
 */
export const REFRESHED_BY_EVENTS = {
  predicate: ({ queryKey: [first] }: { readonly queryKey: readonly unknown[] }): boolean =>
    first !== OPEN_DRAFT && first !== UNREFRESHED_LIST,
};

/** Returns the first elements of the keys of all queries whose values a committed change with this action may have changed. */
function subjectsOf(action: string): readonly string[] {
  if (action.startsWith('keys.')) return ['keys', 'key', 'home', NEW_ACTIVITY];
  if (action.startsWith('worlds.')) return ['worlds', 'world', 'home', NEW_ACTIVITY];
  return [
    'websites',
    'website',
    'page',
    'revisions',
    'snapshots',
    'deleted',
    // The queries of Worlds (public identities) contain websites or the number of websites.
    'worlds',
    'world',
    'home',
    NEW_ACTIVITY,
  ];
}

/**
 * Collects the first elements of query keys, and refreshes all queries whose keys begin with one of them LIVE_REFRESH_MS after
 * the first was collected.
 */
function makeRefresher(cache: QueryClient) {
  const noted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let counts: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    const subjects = new Set(noted);
    noted.clear();
    void cache.invalidateQueries({
      predicate: ({ queryKey }) => subjects.has(String(queryKey[0])),
    });
  };
  const note = (subjects: readonly string[]): void => {
    for (const subject of subjects) noted.add(subject);
    timer ??= setTimeout(refresh, LIVE_REFRESH_MS);
  };
  const noteCounts = (): void => {
    counts = undefined;
    note(COUNTED);
  };
  return {
    note,
    /**
     * Refreshes the queries about keys after an agent's call with a key. The queries with call counts are refreshed again when
     * the service has stored the counts.
     */
    noteUse: (): void => {
      note(['home', 'key']);
      counts ??= setTimeout(noteCounts, COUNTS_MS);
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(counts);
    },
  };
}

/**
 * React hook: receives live events while the component is shown, and refreshes the queries whose values an event may change.
 */
export function useLiveCache(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const refresher = makeRefresher(cache);
    const stops = [
      startLive(),
      onLiveEvent('journal', ({ action }) => refresher.note(subjectsOf(action))),
      onLiveEvent('presence', () => refresher.note(['home'])),
      onLiveEvent('use', refresher.noteUse),
      onLiveEvent('resync', () => void cache.invalidateQueries(REFRESHED_BY_EVENTS)),
    ];
    return () => {
      for (const stop of stops) stop();
      refresher.stop();
    };
  }, [cache]);
}

/** React hook: the agent programs (nodes) of the account that are online. */
export function useOnlineNodes() {
  return useSyncExternalStore((listener) => onLiveEvent('presence', listener), onlineNodes);
}

/** React hook: true while this browser receives live events (messages of the service about changes in the account). */
export function useIsLive(): boolean {
  return useSyncExternalStore(onLiveState, isLive);
}
