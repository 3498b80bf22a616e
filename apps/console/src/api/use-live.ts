import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { LIST_THAT_STANDS, NEW_ACTIVITY } from './home.ts';
import { OPEN_DRAFT } from './pages.ts';
import { isLive, onLiveEvent, onLiveState, startLive } from './live.ts';

/** Reads that an effect changes are read again at most this often. */
const LIVE_REFRESH_MS = 500;

/** Chooses every query but those whose value must not change under the person: texts in an editor, the list of effects. */
const ALL_BUT_STANDING = {
  predicate: ({ queryKey: [first] }: { readonly queryKey: readonly unknown[] }): boolean =>
    first !== OPEN_DRAFT && first !== LIST_THAT_STANDS,
};

/** The first parts of the keys of queries that an effect may change. */
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
    // Worlds show their websites and count them.
    'worlds',
    'world',
    'home',
    NEW_ACTIVITY,
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
      onLiveEvent('resync', () => void cache.invalidateQueries(ALL_BUT_STANDING)),
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
