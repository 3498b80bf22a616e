import type { DocumentListingEntry } from './listed-document.ts';
import type { SearchDocument } from './search-document.ts';

/** Source, hash and date of a stored document, which decide whether a new one replaces it. */
interface StoredDocumentSummary {
  readonly source: string;
  readonly hash: string;
  readonly stamp: number;
}

/**
 * In-memory list of the documents of a build. It decides, without a query to the engine, whether a new document replaces a
 * stored one.
 */
export class StoredDocumentRegistry {
  readonly #byId = new Map<string, StoredDocumentSummary>();

  /** Adds stored documents to the list. */
  read(documents: Iterable<Omit<DocumentListingEntry, 'body'>>): void {
    for (const { id, source, hash, stamp } of documents)
      this.#byId.set(id, { source, hash, stamp });
  }

  /**
   * Returns what the build's `put` must do with a document. It writes `added` and `changed` documents only. `kept`: the stored
   * one is newer.
   */
  compare(
    { id, hash, stamp }: SearchDocument,
    force: boolean,
  ): 'added' | 'changed' | 'unchanged' | 'kept' {
    const stored = this.#byId.get(id);
    if (stored === undefined) return 'added';
    if (stored.hash === hash) return 'unchanged';
    return stored.stamp > stamp && !force ? 'kept' : 'changed';
  }

  add({ id, hash, stamp, facets: { source } }: SearchDocument): void {
    this.#byId.set(id, { source, hash, stamp });
  }

  /** Removes a document. Returns false when it does not exist. */
  remove(id: string): boolean {
    return this.#byId.delete(id);
  }

  /** Returns the ids of a source's documents. */
  idsOf(wanted: string): string[] {
    return [...this.#byId].flatMap(([id, { source }]) => (source === wanted ? [id] : []));
  }

  /** Returns the hashes of the documents by source. */
  hashes(): Map<string, string[]> {
    const hashes = new Map<string, string[]>();
    for (const { source, hash } of this.#byId.values()) {
      const own = hashes.get(source);
      if (own === undefined) hashes.set(source, [hash]);
      else own.push(hash);
    }
    return hashes;
  }
}
