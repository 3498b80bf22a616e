/**
 * Version of the code that maps records; a part of every text hash. Raise it when the same files give other records; otherwise
 * an import skips their texts as unchanged.
 */
export const MAPPING_VERSION = 5;

/** Hashes of the texts from which the index was built. With them a second import of a file skips unchanged records. */
export class StoredTextHashes {
  readonly #sources = new Map<string, string>();

  /** @param hashes hashes of the stored documents, by source */
  constructor(hashes: ReadonlyMap<string, readonly string[]>) {
    for (const [source, own] of hashes) for (const one of own) this.#sources.set(one, source);
  }

  /** Returns the source of the stored document with this text hash; null when there is none. */
  sourceOf(hash: string): string | null {
    return this.#sources.get(hash) ?? null;
  }
}
