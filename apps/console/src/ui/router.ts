import { useSyncExternalStore } from 'react';

const BASE = '/console';
const routeListeners = new Set<() => void>();

/**
 * Returns the question that the owner must confirm before the screen is left, or null when it may be left at once. `isUnload`
 * is true when the whole page closes, which aborts requests in flight.
 */
type LeaveGuard = (isUnload: boolean) => string | null;
let leaveGuard: LeaveGuard | null = null;
/** Number of the current entry in this tab's history. A move to a lower number is back, one to a higher number is forward. */
let position = 0;

/** The state that the router stores with each entry in the browser's history. */
interface BrowserHistoryEntryState {
  readonly position: number;
}

function positionOf(state: unknown): number {
  return (state as Partial<BrowserHistoryEntryState> | null)?.position ?? 0;
}

function notify(): void {
  for (const listener of routeListeners) listener();
}

function mayLeave(): boolean {
  const question = leaveGuard?.(false) ?? null;
  return question === null || window.confirm(question);
}

/**
 * Handles the browser's back and forward. The browser reports a move after it was made, so a move that the owner declines is
 * reversed.
 */
function onPopState(event: PopStateEvent): void {
  const next = positionOf(event.state);
  if (next === position) return notify();
  if (!mayLeave()) {
    window.history.go(position - next);
    return;
  }
  position = next;
  notify();
}

/** Starts handling back, forward and the closing of the page. Must be called once, before the first screen is shown. */
export function startRouter(): void {
  position = positionOf(window.history.state);
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', (event) => {
    if ((leaveGuard?.(true) ?? null) !== null) event.preventDefault();
  });
}

/**
 * Sets the function that decides whether the owner may leave the current screen, and replaces an earlier one. Returns a
 * function that removes it.
 */
export function guardLeaving(guard: LeaveGuard): () => void {
  leaveGuard = guard;
  return () => {
    if (leaveGuard === guard) leaveGuard = null;
  };
}

/**
 * Opens an address of the console, such as `/keys?name=a`, without reloading the page. Does nothing when the owner declines to
 * leave the screen.
 */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const from = pathOf(window.location);
  const path = to.split('?', 1)[0] ?? to;
  if (path !== from && !mayLeave()) return;
  if (!replace) position += 1;
  const state: BrowserHistoryEntryState = { position };
  window.history[replace ? 'replaceState' : 'pushState'](state, '', BASE + to);
  notify();
}

function subscribe(listener: () => void): () => void {
  routeListeners.add(listener);
  return () => routeListeners.delete(listener);
}

/** Returns the part of a URL's path after /console, or `/` (the home screen) for a URL that is not below /console. */
export function pathOf({ pathname }: Pick<Location, 'pathname'>): string {
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length) || '/' : '/';
}

/** Returns the path of the current screen below /console. */
export function currentPath(): string {
  return pathOf(window.location);
}

/** React hook: the path of the current screen below /console. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

/** React hook: the query of the current address, which contains the filters of a screen. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
}

/** Returns the URL path of a console address such as `/keys`, for the `href` of a link. */
export function href(to: string): string {
  return BASE + to;
}
