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
