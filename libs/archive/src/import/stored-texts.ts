/**
 * Version of the code that maps records; a part of the hash of every record text. Raise it when the same texts give other
 * records; otherwise an import skips these texts as unchanged.
 */
export const MAPPING_VERSION = 6;

/** Hashes of the record texts from which the index was built. Another import of a file skips records with these texts. */
export class StoredRecordTextHashes {
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
