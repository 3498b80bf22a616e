/** Maximum number of names in the newer map of counts. When it is reached, the newer map becomes the older one. */
const NAMES_MAX = 4_096;

/**
 * Counts recent requests by name. Names are kept in two generations; when the newer one has 4,096 names, the older one is
 * dropped and a new one starts.
 */
export class RecentRequestCounts {
  #recent = new Map<string, number>();
  #before = new Map<string, number>();

  /** Counts one request for this name. */
  add(name: string): void {
    if (this.#recent.size >= NAMES_MAX) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(name, (this.#recent.get(name) ?? 0) + 1);
  }

  /** Returns the number of recent requests for a name: the sum of its counts in the newer and the older map. */
  of(name: string): number {
    return (this.#recent.get(name) ?? 0) + (this.#before.get(name) ?? 0);
  }
}
