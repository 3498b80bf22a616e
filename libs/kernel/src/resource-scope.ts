/** Function that releases one acquired resource, such as an admission slot. */
export type ReleaseFunction = () => void;

/**
 * Owns the resources of one unit of work, such as a request, and releases each once at its end, the newest first. A
 * resource added after the end is released at once, so it cannot leak (ADR 019).
 */
export class ResourceScope {
  readonly #releases: ReleaseFunction[] = [];
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Adds the release function of a resource. It must be called in the same tick in which the resource was acquired. */
  own(release: ReleaseFunction): void {
    if (this.#isEnded) release();
    else this.#releases.push(release);
  }

  /** Releases all resources, even when one release function throws. A second call does nothing. */
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
