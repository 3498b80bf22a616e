import { hash } from 'node:crypto';

/** Number of the mappings: raised with every change that makes other records of the same files. */
export const MAPPING_VERSION = 2;
const HASH_CHARS = 20;

/**
 * What the index was made from: tells by a record's text alone whether its document is stored already, so that a second
 * run of the same file neither parses nor maps it.
 */
export class StoredTexts {
  readonly #sources = new Map<string, string>();
  #text = '';
  #stamp = 0;
  #hash = '';

  /** `hashes`: the stored documents' by source. */
  constructor(hashes: ReadonlyMap<string, readonly string[]>) {
    for (const [source, own] of hashes) for (const one of own) this.#sources.set(one, source);
  }

  /** True when the index holds nothing: then there is nothing to look for. */
  get empty(): boolean {
    return this.#sources.size === 0;
  }

  /** Hash of a record by its text, the date of its file in days, and the number of the mappings. */
  hashOf(text: string, stamp: number): string {
    // Each text is asked for twice in a row: is it stored, and under which hash is it.
    if (text !== this.#text || stamp !== this.#stamp || this.#hash === '') {
      this.#text = text;
      this.#stamp = stamp;
      this.#hash = hash('sha1', `${MAPPING_VERSION} ${stamp} ${text}`, 'hex').slice(0, HASH_CHARS);
    }
    return this.#hash;
  }

  /** Source of the stored document that was made from this text; null when there is none. */
  sourceOf(text: string, stamp: number): string | null {
    return this.#sources.get(this.hashOf(text, stamp)) ?? null;
  }
}
