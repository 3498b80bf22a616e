import type { SearchDocument } from '../../search-document.ts';
import type { EngineClient } from './engine.ts';
import { countIndexWords } from './index-pages.ts';
import { WordCounts, type WordStatistics } from './word-counts.ts';

/** The words of a build: counted while documents are added, or read from the engine where that is not possible. */
export class BuildWords {
  /** Counts of all documents; null when they must be read from the engine. */
  #counts: WordCounts | null;
  #statistics: WordStatistics | null = null;

  /** `isNew`: the build began without documents. */
  constructor(isNew: boolean) {
    this.#counts = isNew ? new WordCounts() : null;
  }

  /** Counts a new document. Only the engine knows the words of the one that a `changed` document replaces. */
  add({ fields, entities }: SearchDocument, outcome: 'added' | 'changed'): void {
    this.#statistics = null;
    if (outcome === 'added') this.#counts?.add(fields, entities);
    else this.#counts = null;
  }

  /** Only the engine knows the words of a removed document. */
  remove(): void {
    this.#statistics = null;
    this.#counts = null;
  }

  /** The counts of all documents. `indexAll` resolves once the engine has indexed them. */
  async statistics(
    engine: EngineClient,
    uid: string,
    indexAll: () => Promise<void>,
  ): Promise<WordStatistics> {
    if (this.#statistics !== null) return this.#statistics;
    if (this.#counts === null) await indexAll();
    const counts = this.#counts ?? (await countIndexWords(engine, uid));
    this.#statistics = counts.statistics();
    return this.#statistics;
  }
}
