/** Version of the mappings. Raised with every change that maps the same files to other records. */
export const MAPPING_VERSION = 3;

/**
 * The texts that the index was made from, by their hashes. A second run of the same file neither parses nor maps its
 * records.
 */
export class StoredTexts {
  readonly #sources = new Map<string, string>();

  /** `hashes`: of the stored documents, by source. */
  constructor(hashes: ReadonlyMap<string, readonly string[]>) {
    for (const [source, own] of hashes) for (const one of own) this.#sources.set(one, source);
  }

  /** Source of the stored document that was made from the text of this hash; null when there is none. */
  sourceOf(hash: string): string | null {
    return this.#sources.get(hash) ?? null;
  }
}
