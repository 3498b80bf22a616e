import type { SearchDocument } from '../../search-document.ts';
import { facetName, textOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { indexPages } from './index-pages.ts';

const SOURCE = facetName('source');

/** The part of a stored document that decides whether another one replaces it. */
interface KnownDocument {
  readonly source: string;
  readonly hash: string;
  readonly stamp: number;
}

/** The documents of a build by id. Kept in memory, so that an import does not wait for the engine between two batches. */
export class KnownDocuments {
  readonly #byId = new Map<string, KnownDocument>();

  /** Reads the documents of an index. */
  async read(engine: Engine, uid: string): Promise<void> {
    for await (const page of indexPages(engine, uid, ['id', SOURCE, 'hash', 'stamp'])) {
      for (const document of page)
        this.#byId.set(textOf(document['id']), {
          source: textOf(document[SOURCE]),
          hash: textOf(document['hash']),
          stamp: Number(document['stamp']),
        });
    }
  }

  /** What writing this document would be: it is not written when `unchanged` or `kept`. */
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
