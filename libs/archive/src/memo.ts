/**
 * Bounded cache of results by text, emptied when it is full. Not lru-cache: the same CPU (3,000,000 look-ups, 0.50 s against
 * 0.53 s), but it allocates 0.45 MB in advance for 20,000 entries, and ten of these caches are in each process.
 */
export class Memo<T> {
  readonly #known = new Map<string, T>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The result for this text; `make` computes an unknown one. */
  get(text: string, make: () => T): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (this.#known.size >= this.#max) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
