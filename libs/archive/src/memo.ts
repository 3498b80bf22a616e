/**
 * Bounded cache of results by text, emptied when it is full. lru-cache is as fast (0.50 s and 0.53 s for 3,000,000 look-ups),
 * but allocates 0.45 MB per cache in advance.
 */
export class BoundedResultCache<T> {
  readonly #known = new Map<string, T>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the cached result for a text; `make` computes a missing one. */
  get(text: string, make: () => T): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (this.#known.size >= this.#max) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
