/** Number of the mappings: raised with every change that makes other records of the same files. */
export const MAPPING_VERSION = 3;

/**
 * What the index was made from: tells by the hash of a record's text alone whether its document is stored already, so
 * that a second run of the same file neither parses nor maps it.
 */
export class StoredTexts {
  readonly #sources = new Map<string, string>();

  /** `hashes`: the stored documents' by source. */
  constructor(hashes: ReadonlyMap<string, readonly string[]>) {
    for (const [source, own] of hashes) for (const one of own) this.#sources.set(one, source);
  }

  /** Source of the stored document that was made from the text of this hash; null when there is none. */
  sourceOf(hash: string): string | null {
    return this.#sources.get(hash) ?? null;
  }
}
