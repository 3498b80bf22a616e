import type { ListedDocument } from './listed-document.ts';
import type { SearchDocument } from './search-document.ts';

/** The part of a stored document that decides whether another one replaces it. */
interface KnownDocument {
  readonly source: string;
  readonly hash: string;
  readonly stamp: number;
}

/** Stored documents by id, in memory: whether another one replaces them, without a question to the engine. */
export class KnownDocuments {
  readonly #byId = new Map<string, KnownDocument>();

  /** Adds stored documents. */
  read(documents: Iterable<Omit<ListedDocument, 'body'>>): void {
    for (const { id, source, hash, stamp } of documents)
      this.#byId.set(id, { source, hash, stamp });
  }

  /** Returns what `put` must do with this document: it is not written when `unchanged` or `kept`. */
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

  /** Removes a document; false when there is none of this id. */
  remove(id: string): boolean {
    return this.#byId.delete(id);
  }

  /** Ids of the documents of a source. */
  idsOf(wanted: string): string[] {
    return [...this.#byId].flatMap(([id, { source }]) => (source === wanted ? [id] : []));
  }

  /** Hashes by source. */
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
