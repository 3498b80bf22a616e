/** Releases one acquired resource. */
export type ReleaseFunction = () => void;

/**
 * Owns the resources of one unit of work and releases them at its end, the newest first, each once. A resource that is
 * added after the end is released at once, so no order of events leaks it. Every bound (slots, bytes, connections) takes
 * a scope instead of returning a release, so a caller cannot forget one. ADR 019.
 */
export class ResourceScope {
  readonly #releases: ReleaseFunction[] = [];
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Adds a resource that was acquired in this tick. */
  own(release: ReleaseFunction): void {
    if (this.#isEnded) release();
    else this.#releases.push(release);
  }

  /** Releases all resources, also when one release throws; a second call does nothing. */
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
