/** Maximum number of recently opened addresses that this browser stores; the oldest ones are dropped. */
const RECENT_MAX = 8;
/** Key in local storage under which the recently opened addresses are stored. */
const STORE = 'recent';
/** Matches the beginning of a screen's path that belongs to a single website, World (public identity) or key. */
const THING = /^\/(?:pages\/[0-9]{1,15}|worlds\/[a-z0-9-]{1,41}|keys\/key_[0-9a-z]{1,40})(?=\/|$)/;

/**
 * Returns the address of the website, World (public identity) or key to which a screen's path belongs, without further path
 * parts; null for any other screen.
 */
export function thingOf(path: string): string | null {
  return THING.exec(path)?.[0] ?? null;
}

/** Returns the list of recent addresses with `thing` as its first entry. */
export function withVisit(recent: readonly string[], thing: string): readonly string[] {
  return [thing, ...recent.filter((one) => one !== thing)].slice(0, RECENT_MAX);
}

/**
 * Returns the addresses of the websites, Worlds (public identities) and keys opened last in this browser, newest first. The
 * browser stores no names: the palette reads them from the service, so objects of another owner are not listed.
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

/** Stores the address of the website, World (public identity) or key to which an opened screen belongs, if there is one. */
export function noteVisit(path: string): void {
  const thing = thingOf(path);
  if (thing === null) return;
  try {
    localStorage.setItem(STORE, JSON.stringify(withVisit(readRecent(), thing)));
  } catch {
    // Without local storage the palette lists no recent addresses.
  }
}

/** Removes the recently opened addresses from this browser; called when the owner signs out. */
export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Without local storage there are no recent addresses to remove.
  }
}
