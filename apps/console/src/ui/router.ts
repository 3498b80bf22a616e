import { useSyncExternalStore } from 'react';

const BASE = '/console';
const routeListeners = new Set<() => void>();

/**
 * Returns a question for the person who leaves a screen with something that is kept nowhere else; null lets them leave.
 * `isUnload` is true when the page goes away too, which ends what is being sent.
 */
type LeaveGuard = (isUnload: boolean) => string | null;
let leaveGuard: LeaveGuard | null = null;
/** Position of the current entry in the history of this tab; it tells a step back from a step forward. */
let position = 0;

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

/** A step of the browser cannot be refused, so a refused one is taken back. */
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

/** Follows the browser's history. Called once, before the first screen is shown. */
export function startRouter(): void {
  position = positionOf(window.history.state);
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', (event) => {
    if ((leaveGuard?.(true) ?? null) !== null) event.preventDefault();
  });
}

/** Sets the question that is put before this screen is left. Returns the function that removes it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  leaveGuard = guard;
  return () => {
    if (leaveGuard === guard) leaveGuard = null;
  };
}

/** Opens an address of the console, such as `/keys?name=a`, without a reload. */
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

function pathOf({ pathname }: Location): string {
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length) || '/' : '/';
}

/** Returns the path of the current screen below /console. */
export function currentPath(): string {
  return pathOf(window.location);
}

/** Returns the path of the current screen below /console, kept current. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

/** Returns the query of the current address, which holds a screen's filters. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search));
}

/** Returns the URL of an address of the console. */
export function href(to: string): string {
  return BASE + to;
}
