import { useSyncExternalStore } from 'react';

const BASE = '/console';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

function path(): string {
  const { pathname } = window.location;
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length) || '/' : '/';
}

/** Navigates to a page of the console, such as `/keys`, without a reload. */
export function go(to: string): void {
  window.history.pushState(null, '', BASE + to);
  for (const listener of listeners) listener();
}

/** Returns the path of the current page below /console. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, path);
}

/** Returns the URL of a page of the console. */
export function href(to: string): string {
  return BASE + to;
}
