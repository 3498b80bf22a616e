import {
  type Candidate,
  type Found as EngineFound,
  indexWords,
  type SearchIndex,
} from '@bridge/search';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { LexiconCache } from './lexicon-cache.ts';
import { unitsLike } from './like.ts';
import { type Hit, order } from './order.ts';
import { ENOUGH, readingsOf } from './readings.ts';
import { type Scored, Scorer } from './score.ts';
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
    const read = understand(query, lexicon, documents);
    const { understood, self } = await this.#withNamedRecord(read);
    const found = await this.#index.find(readingsOf(understood), { enough: ENOUGH });
    this.#lexicon.seen(found.version);
    const scorer = new Scorer(understood);
    const candidates = [...self.shown, ...found.candidates.filter(({ id }) => id !== self.id)];
    const scored = candidates.map((candidate) => scorer.score(candidate));
    const { hits, folded } = order(scored, new Set(indexWords(query)), limit);
    return { understood, hits, folded, counts: found.counts, version: found.version };
  }

  /** One record scored against a query, wherever it stands; null when there is none of this id. */
  async look(query: string, id: string): Promise<{ scored: Scored; record: ArchiveRecord } | null> {
    const { lexicon, documents } = await this.#lexicon.current();
    const { understood } = await this.#withNamedRecord(understand(query, lexicon, documents));
    const [candidate] = await this.#index.get([id]);
    if (candidate === undefined) return null;
    // Bodies are written by the importer only, as records.
    const record = JSON.parse(candidate.body) as ArchiveRecord;
    return { scored: new Scorer(understood).score(candidate), record };
  }

  /** `like:<id>` becomes what that record is about, without the record; an id alone is that record. */
  async #withNamedRecord(
    read: Understood,
  ): Promise<{ understood: Understood; self: { id: string | null; shown: readonly Candidate[] } }> {
    const wanted = read.text.like ?? read.id;
    if (wanted === null) return { understood: read, self: { id: null, shown: [] } };
    const [named] = await this.#index.get([wanted]);
    if (named === undefined) return { understood: read, self: { id: null, shown: [] } };
    if (read.text.like === null)
      return { understood: read, self: { id: named.id, shown: [named] } };
    // Bodies are written by the importer only, as records.
    const units = unitsLike(JSON.parse(named.body) as ArchiveRecord);
    return {
      understood: { ...read, units: [...read.units, ...units], titleWords: [] },
      self: { id: named.id, shown: [] },
    };
  }
}
