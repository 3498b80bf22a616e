/**
 * What is open right now and comes and goes many times a second. A Set would do, but when a Set that lives long makes itself a
 * new table, V8 links the old one to it: once the old table is old garbage, everything that was open at that moment is copied
 * along by every small collection until the next large one (4 ms of pause in place of 0.1, measured).
 */
export class Slots<T extends object> implements Iterable<T> {
  readonly #items: (T | null)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  /** Keeps an item; the number gives it back to `delete`, once. */
  add(item: T): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  /** What is in a slot now; null when nothing is. */
  get(slot: number): T | null {
    return this.#items[slot] ?? null;
  }

  delete(slot: number): void {
    this.#items[slot] = null;
    this.#free.push(slot);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const item of this.#items) if (item !== null) yield item;
  }
}
