/** Names counted before the older half is forgotten. */
const NAMES_MAX = 4_096;

/** Counts how often names were asked for lately, in bounded memory: after 4,096 names the count before last is gone. */
export class Frequency {
  #recent = new Map<string, number>();
  #before = new Map<string, number>();

  /** Counts one more. */
  add(name: string): void {
    if (this.#recent.size >= NAMES_MAX) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(name, (this.#recent.get(name) ?? 0) + 1);
  }

  /** How often the name was counted lately. */
  of(name: string): number {
    return (this.#recent.get(name) ?? 0) + (this.#before.get(name) ?? 0);
  }
}
