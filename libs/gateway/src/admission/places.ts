/** Never fewer: below that the services behind a gateway would wait for it. */
const PLACES_MIN = 4;
/** More would only make all of them slower, with too much work or without. */
export const PLACES_MAX = 32;
/** Where it begins: what two cores do best (measured); from there it settles within seconds. */
const PLACES_FIRST = 8;
/** A call may take so many times as long as in quiet; more at once would only make all of them slower. */
const STRETCH = 2.5;
/** Fewer calls in a window tell nothing. */
const CALLS_MIN = 50;
/** How far one window may move the number, down and up. */
const STEP = { min: 0.5, max: 1.5 };
/** What quiet was is forgotten so slowly, by the window: the services may have become slower for another reason. */
const FORGET = 1.003;

/**
 * How many calls are best worked on at once while there is too much work. Each window compares how long they took with how
 * long they take in quiet: a network that takes long allows many, a processor that is full allows few. Source: the gradient
 * limit of Netflix's concurrency-limits.
 */
export class Places {
  #count = PLACES_FIRST;
  #calls = 0;
  #sumMs = 0;
  #quietMs = Number.POSITIVE_INFINITY;

  get count(): number {
    return this.#count;
  }

  /** Notes how long one call was worked on. */
  note(ms: number): void {
    this.#calls += 1;
    this.#sumMs += ms;
  }

  /** Ends a window; `isFull` says that there was too much work in it, otherwise its times tell nothing of how many fit. */
  turn(isFull: boolean): void {
    const meanMs = this.#sumMs / this.#calls;
    if (this.#calls >= CALLS_MIN && meanMs > 0) {
      this.#quietMs = Math.min(this.#quietMs * FORGET, meanMs);
      const step = Math.min(STEP.max, Math.max(STEP.min, (STRETCH * this.#quietMs) / meanMs));
      if (isFull)
        this.#count = Math.min(PLACES_MAX, Math.max(PLACES_MIN, Math.round(this.#count * step)));
    }
    this.#calls = 0;
    this.#sumMs = 0;
  }
}
