import { useSyncExternalStore } from 'react';

const BASE = '/console';
const routeListeners = new Set<() => void>();

/**
 * A function that returns the question for an owner who leaves a screen with text that is stored nowhere else; null lets the
 * owner leave. `isUnload` is true when the whole page closes, which aborts requests in flight.
 */
type LeaveGuard = (isUnload: boolean) => string | null;
let leaveGuard: LeaveGuard | null = null;
/** Position of the current entry in this tab's history, which distinguishes back from forward. */
let position = 0;

/** The state of an entry in the browser's history. */
interface EntryState {
  readonly position: number;
}

function positionOf(state: unknown): number {
  return (state as Partial<EntryState> | null)?.position ?? 0;
}

function notify(): void {
  for (const listener of routeListeners) listener();
}

function mayLeave(): boolean {
  const question = leaveGuard?.(false) ?? null;
  return question === null || window.confirm(question);
}

/** Handles back and forward. The browser cannot be prevented from moving, so a move that the owner cancels is reversed. */
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

/** Starts to follow the browser's history. Called once, before the first screen is shown. */
export function startRouter(): void {
  position = positionOf(window.history.state);
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', (event) => {
    if ((leaveGuard?.(true) ?? null) !== null) event.preventDefault();
  });
}

/** Sets the guard that decides whether the current screen may be left. Returns a function that removes it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  leaveGuard = guard;
  return () => {
    if (leaveGuard === guard) leaveGuard = null;
  };
}

/** Opens an address of the console, such as `/keys?name=a`, without reloading the page. */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const from = pathOf(window.location);
  const path = to.split('?', 1)[0] ?? to;
  if (path !== from && !mayLeave()) return;
  if (!replace) position += 1;
  const state: EntryState = { position };
  window.history[replace ? 'replaceState' : 'pushState'](state, '', BASE + to);
  notify();
}

function subscribe(listener: () => void): () => void {
  routeListeners.add(listener);
  return () => routeListeners.delete(listener);
}

/** Returns the path below /console of an address; that of the home screen for other addresses. */
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

/** Returns the URL of an address of the console. */
export function href(to: string): string {
  return BASE + to;
}
