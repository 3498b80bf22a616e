/**
 * Keeps a sample of items: those whose key has a hash below a limit. The limit is halved when there are too many. The sample
 * does not depend on the order of the items, so a resumed import keeps the same ones.
 */
export class OrderIndependentSampler<T> {
  readonly #max: number;
  readonly #kept = new Map<string, T>();
  #limit = 2 ** 32;

  /** @param max maximum number of kept items */
  constructor(max: number) {
    this.#max = max;
  }

  /** Adds an item if its hash is below the limit and its key is not known yet. */
  add(key: string, item: () => T): void {
    if (hashOf(key) >= this.#limit || this.#kept.has(key)) return;
    this.#kept.set(key, item());
    while (this.#kept.size > this.#max) {
      this.#limit /= 2;
      for (const known of this.#kept.keys())
        if (hashOf(known) >= this.#limit) this.#kept.delete(known);
    }
  }

  /** Returns the kept items in the order of their keys. */
  sorted(): T[] {
    return [...this.#kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  }
}

/** Returns a 32-bit hash of a text (FNV-1a, with its bits mixed once more at the end). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const FIRST_SLOTS = 1 << 14;
/** Maximum share of used slots of the table; with more the table grows. */
const FULL = 0.75;

/** A set of positive integers in one buffer, which needs far less memory than a JavaScript Set. */
export class CompactIntegerSet {
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;

  /** Adds a number. Returns false when the set contains it already. */
  add(digest: number): boolean {
    const at = this.#slotOf(digest);
    if (this.#slots[at] === digest) return false;
    this.#slots[at] = digest;
    this.#size += 1;
    if (this.#size > this.#slots.length * FULL) this.#grow();
    return true;
  }

  #slotOf(digest: number): number {
    let at = digest % this.#slots.length;
    while (this.#slots[at] !== 0 && this.#slots[at] !== digest) at = (at + 1) % this.#slots.length;
    return at;
  }

  #grow(): void {
    const full = this.#slots;
    this.#slots = new Float64Array(2 * full.length);
    for (const digest of full) if (digest !== 0) this.#slots[this.#slotOf(digest)] = digest;
  }
}
