import { type Found as EngineFound, indexWords, type SearchIndex } from '@bridge/search';
import { LexiconCache } from './lexicon-cache.ts';
import { type Hit, order } from './order.ts';
import { ENOUGH, readingsOf } from './readings.ts';
import { Scorer } from './score.ts';
import { understand, type Understood } from './understand.ts';

/** An answer of the archive before it is worded for an agent. */
export interface ArchiveAnswer {
  readonly understood: Understood;
  readonly hits: readonly Hit[];
  readonly folded: number;
  readonly counts: EngineFound['counts'];
  readonly version: string;
}

/** Searches one archive: reads the query, asks the engine, orders the hits. */
export class Archive {
  readonly #index: SearchIndex;
  readonly #lexicon: LexiconCache;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#lexicon = new LexiconCache(index);
  }

  /** The best records for a query. Total for any text; errors: service_unavailable. */
  async search(query: string, limit: number): Promise<ArchiveAnswer> {
    const { lexicon, documents } = await this.#lexicon.current();
    const understood = understand(query, lexicon, documents);
    const found = await this.#index.find(readingsOf(understood), { enough: ENOUGH });
    this.#lexicon.seen(found.version);
    const scorer = new Scorer(understood);
    const scored = found.candidates.map((candidate) => scorer.score(candidate));
    const { hits, folded } = order(scored, new Set(indexWords(query)), limit);
    return { understood, hits, folded, counts: found.counts, version: found.version };
  }
}
