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

/** Goes to a page of the console, `/keys` for instance, without loading it anew. */
export function go(to: string): void {
  window.history.pushState(null, '', BASE + to);
  for (const listener of listeners) listener();
}

/** The current page's path below /console. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, path);
}

/** Address of a page of the console, for links that also open in a new tab. */
export function href(to: string): string {
  return BASE + to;
}
