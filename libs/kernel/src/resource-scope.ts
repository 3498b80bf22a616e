/** Gives one acquired resource back. */
export type Release = () => void;

/**
 * Owns what one unit of work acquires, and gives all of it back when the work is over: the newest first, each once. A
 * resource that is handed over after the end is released at once, so no order of events keeps it. Whatever bounds
 * something (slots, bytes, connections) takes a scope and returns no release of its own: a caller cannot forget it.
 */
export class ResourceScope {
  readonly #releases: Release[] = [];
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Takes over a resource that was acquired in this turn of the event loop. */
  own(release: Release): void {
    if (this.#isEnded) release();
    else this.#releases.push(release);
  }

  /** Releases everything, also when a release throws; a second call does nothing. */
  end(): void {
    this.#isEnded = true;
    const release = this.#releases.pop();
    if (release === undefined) return;
    try {
      release();
    } finally {
      this.end();
    }
  }
}
