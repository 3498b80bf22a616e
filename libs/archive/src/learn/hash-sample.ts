/**
 * Keeps items whose hash is below a limit that is halved whenever there are too many. Which items it keeps depends on the
 * items alone, not on their order: a resumed import and another engine keep the same ones.
 */
export class HashSample<T> {
  readonly #max: number;
  readonly #kept = new Map<string, T>();
  #limit = 2 ** 32;

  /** `max`: items kept at most. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Adds an item; an item of a known key is dropped. */
  add(key: string, item: () => T): void {
    if (hashOf(key) >= this.#limit || this.#kept.has(key)) return;
    this.#kept.set(key, item());
    while (this.#kept.size > this.#max) {
      this.#limit /= 2;
      for (const known of this.#kept.keys())
        if (hashOf(known) >= this.#limit) this.#kept.delete(known);
    }
  }

  /** The items, in the order of their keys. */
  sorted(): T[] {
    return [...this.#kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  }
}

/** 32 bits of a text (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const FIRST_SLOTS = 1 << 14;
/** Share of the slots that are used, at most. */
const FULL = 0.75;

/** A set of positive whole numbers in one buffer: as objects, those of all records would be a large part of an import's memory. */
export class DigestSet {
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;

  /** Adds a number; false when the set has it. */
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
