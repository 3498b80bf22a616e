import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ALL_BUT_OPEN_DRAFTS } from './pages.ts';
import { isLive, onLiveEvent, onLiveState, startLive } from './live.ts';

/** Reads that an effect changes are read again at most this often. */
const LIVE_REFRESH_MS = 500;

/** The first parts of the keys of queries that an effect may change. */
function subjectsOf(action: string): readonly string[] {
  if (action.startsWith('keys.')) return ['keys', 'key', 'home', 'activity'];
  if (action.startsWith('worlds.')) return ['worlds', 'world', 'home', 'activity'];
  return [
    'websites',
    'website',
    'page',
    'revisions',
    'snapshots',
    'deleted',
    // Worlds show their websites and count them.
    'worlds',
    'world',
    'home',
    'activity',
  ];
}

/** Makes a function that notes subjects and reads them again together, a moment later. */
function makeRefresher(cache: QueryClient) {
  const noted = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    const subjects = new Set(noted);
    noted.clear();
    void cache.invalidateQueries({
      predicate: ({ queryKey }) => subjects.has(String(queryKey[0])),
    });
  };
  return {
    note: (subjects: readonly string[]): void => {
      for (const subject of subjects) noted.add(subject);
      timer ??= setTimeout(refresh, LIVE_REFRESH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Receives events while the frame is shown, and reads again what they change. */
export function useLiveCache(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const refresher = makeRefresher(cache);
    const stops = [
      startLive(),
      onLiveEvent('journal', ({ action }) => refresher.note(subjectsOf(action))),
      onLiveEvent('presence', () => refresher.note(['home'])),
      onLiveEvent('use', () => refresher.note(['home', 'key'])),
      onLiveEvent('resync', () => void cache.invalidateQueries(ALL_BUT_OPEN_DRAFTS)),
    ];
    return () => {
      for (const stop of stops) stop();
      refresher.stop();
    };
  }, [cache]);
}

/** True while this browser receives events. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onLiveState, isLive);
}
