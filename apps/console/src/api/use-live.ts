import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { NEW_ACTIVITY, REFUSALS, UNREFRESHED_LIST } from './home.ts';
import { OPEN_DRAFT } from './pages.ts';
import { isLive, onlineNodes, onLiveEvent, onLiveState, startLive } from './live.ts';

/** Minimum time in ms between two refreshes of queries that live events cause. */
const LIVE_REFRESH_MS = 500;

/**
 * Time in ms after a use of a key until its counts are read: the service stores counts of calls and refusals every second.
 */
const COUNTS_MS = 1_500;
/** First elements of the keys of the queries that contain counts of calls. */
const COUNTED = ['home', 'key', REFUSALS];

/**
 * Matches every query except those whose value must not change while the owner uses it: texts in an editor, and the activity
 * list.
 */
export const REFRESHED_BY_EVENTS = {
  predicate: ({ queryKey: [first] }: { readonly queryKey: readonly unknown[] }): boolean =>
    first !== OPEN_DRAFT && first !== UNREFRESHED_LIST,
};

/** Returns the first elements of the query keys that an effect of this action may change. */
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
    // The lists of Worlds contain websites and their numbers.
    'worlds',
    'world',
    'home',
    NEW_ACTIVITY,
  ];
}

/**
 * Creates a function that collects the first elements of query keys and refreshes these queries together after LIVE_REFRESH_MS.
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
     * Notes a use of a key: refreshes the queries with counts of calls as soon as the service has stored the counts.
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

/** React hook: receives live events while the frame is shown, and refreshes the queries that an event may change. */
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

/** React hook: the nodes of the account that are online. */
export function useOnlineNodes() {
  return useSyncExternalStore((listener) => onLiveEvent('presence', listener), onlineNodes);
}

/** React hook: true while this browser receives live events. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onLiveState, isLive);
}
