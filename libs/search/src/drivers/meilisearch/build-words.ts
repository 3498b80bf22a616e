import type { SearchDocument } from '../../search-document.ts';
import type { MeilisearchClient } from './engine.ts';
import { countIndexWords } from './index-pages.ts';
import { DocumentFrequencyCounter, type WordAndNamedEntityCounts } from './word-counts.ts';

/**
 * Counts in how many documents of a build each word occurs: while documents are added, or from Meilisearch when documents were
 * replaced or removed.
 */
export class IndexBuildWordCounter {
  /** Counts of all documents; null when they must be read from Meilisearch. */
  #counts: DocumentFrequencyCounter | null;
  #statistics: WordAndNamedEntityCounts | null = null;

  /** @param isNew true when the build began without documents */
  constructor(isNew: boolean) {
    this.#counts = isNew ? new DocumentFrequencyCounter() : null;
  }

  /**
   * Counts the words of a document. After a replacement all counts must be read again from Meilisearch, because the words of
   * the replaced document are unknown here.
   */
  add({ fields, entities }: SearchDocument, outcome: 'added' | 'changed'): void {
    this.#statistics = null;
    if (outcome === 'added') this.#counts?.add(fields, entities);
    else this.#counts = null;
  }

  /** Invalidates the counts: only Meilisearch knows the words of the removed document. */
  remove(): void {
    this.#statistics = null;
    this.#counts = null;
  }

  /** Returns the word counts of all documents. `indexAll` must resolve when Meilisearch has indexed all documents. */
  async statistics(
    engine: MeilisearchClient,
    uid: string,
    indexAll: () => Promise<void>,
  ): Promise<WordAndNamedEntityCounts> {
    if (this.#statistics !== null) return this.#statistics;
    if (this.#counts === null) await indexAll();
    const counts = this.#counts ?? (await countIndexWords(engine, uid));
    this.#statistics = counts.statistics();
    return this.#statistics;
  }
}
