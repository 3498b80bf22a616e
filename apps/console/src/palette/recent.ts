/** Maximum number of recently opened addresses that this browser stores. */
const RECENT_MAX = 8;
/** Name in local storage of the recently opened addresses. */
const STORE = 'recent';
/** Address of a single website, World or key, and of the screens below it. */
const THING = /^\/(?:pages\/[0-9]{1,15}|worlds\/[a-z0-9-]{1,41}|keys\/key_[0-9a-z]{1,40})(?=\/|$)/;

/** Returns the address of the website, World or key to which a screen belongs; null for every other screen. */
export function thingOf(path: string): string | null {
  return THING.exec(path)?.[0] ?? null;
}

/** Returns the recent addresses after a visit, newest first. */
export function withVisit(recent: readonly string[], thing: string): readonly string[] {
  return [thing, ...recent.filter((one) => one !== thing)].slice(0, RECENT_MAX);
}

/**
 * Returns the addresses of the websites, Worlds and keys that were opened in this browser, newest first. Names are not
 * stored: the palette reads them from the service, so an address of another owner has none and is not shown.
 */
export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    const paths: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return paths
      .filter((path) => typeof path === 'string')
      .filter((path) => thingOf(path) === path);
  } catch {
    return [];
  }
}

/** Stores that a screen was opened, if it belongs to a website, a World or a key. */
export function noteVisit(path: string): void {
  const thing = thingOf(path);
  if (thing === null) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(withVisit(readRecent(), thing)));
  } catch {
    // Without local storage the palette has no recent addresses.
  }
}

/** Removes the recent addresses from this browser; called when the owner signs out. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Without local storage there are no recent addresses to remove.
  }
}
