/** Maximum number of names in the newer of the two counts. */
const NAMES_MAX = 4_096;

/** Counts recent requests by name in two generations; a generation ends with 4,096 names. */
export class RecentCounts {
  #recent = new Map<string, number>();
  #before = new Map<string, number>();

  /** Counts one request. */
  add(name: string): void {
    if (this.#recent.size >= NAMES_MAX) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(name, (this.#recent.get(name) ?? 0) + 1);
  }

  /** Returns the count of both generations. */
  of(name: string): number {
    return (this.#recent.get(name) ?? 0) + (this.#before.get(name) ?? 0);
  }
}
