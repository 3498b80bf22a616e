import {
  type Candidate,
  type Found as EngineFound,
  indexWords,
  SearchFault,
  type SearchIndex,
} from '@bridge/search';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { type Current, LexiconCache } from './lexicon-cache.ts';
import { unitsLike } from './like.ts';
import { order, type Placed } from './order.ts';
import { ENOUGH, readingsOf } from './readings.ts';
import { sameWorks, twinsReading } from './same-works.ts';
import { type Scored, Scorer } from './score.ts';
import { understand, type Understood } from './understand.ts';

/** Swaps that may come between an answer and its records. */
const SWAPS_MAX = 4;

/** A hit with its record, and the near-duplicates that stand behind it. */
export interface Hit extends Placed {
  readonly record: ArchiveRecord;
}

/** An answer of the archive before it is worded for an agent. */
export interface ArchiveAnswer {
  readonly understood: Understood;
  readonly hits: readonly Hit[];
  readonly folded: number;
  /** By the id of a hit the records of other collections that are probably the same work. */
  readonly sameAs: ReadonlyMap<string, readonly string[]>;
  readonly counts: EngineFound['counts'];
  readonly version: string;
}

/** One record against a query. */
export interface Looked {
  readonly scored: Scored;
  readonly record: ArchiveRecord;
  /** Records of other collections that are probably the same work. */
  readonly sameAs: readonly string[];
}

/** A query as it was read, and the record that it names, if it names one. */
interface Named {
  readonly understood: Understood;
  readonly self: { readonly id: string | null; readonly shown: readonly Candidate[] };
}

/** The record of a stored body. Errors: SearchFault `damaged`. */
function recordOf(body: string): ArchiveRecord {
  try {
    // Bodies are written by the importer only, as records.
    return JSON.parse(body) as ArchiveRecord;
  } catch (cause) {
    throw new SearchFault(
      'damaged',
      'A record of the index is damaged. Import again with --swap.',
      {
        cause,
      },
    );
  }
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
    for (let swaps = 0; swaps <= SWAPS_MAX; swaps++) {
      const answer = await this.#answer(query, limit);
      if (answer !== null) return answer;
    }
    throw new SearchFault('failed', 'The archive is swapped faster than it can be searched.');
  }

  /** The answer; null when another index serves before its records were read. */
  async #answer(query: string, limit: number): Promise<ArchiveAnswer | null> {
    const current = await this.#lexicon.current();
    let asked = await this.#ask(query, current);
    this.#lexicon.seen(asked.found.version);
    // Swapped since the lexicon was read: a query is read by the words of the index that answers it.
    if (asked.found.version !== current.version)
      asked = await this.#ask(query, await this.#lexicon.current());
    const { understood, self, found } = asked;
    const scorer = new Scorer(understood);
    const candidates = [...self.shown, ...found.candidates.filter(({ id }) => id !== self.id)];
    const scored = candidates.map((candidate) => scorer.score(candidate));
    const page = order(scored, new Set(indexWords(query)), limit);
    const hits = await this.#withRecords(page.hits, found.version);
    if (hits === null) return null;
    const titled = hits.filter(({ record }) => record.titleKind === 'given');
    const sameAs = sameWorks(
      titled.map(({ scored: { candidate } }) => candidate),
      page.compared.map(({ candidate }) => candidate),
    );
    const { folded } = page;
    return { understood, hits, folded, sameAs, counts: found.counts, version: found.version };
  }

  /** Only what is shown is read as a record. */
  async #withRecords(placed: readonly Placed[], version: string): Promise<Hit[] | null> {
    const without = placed.filter(({ scored }) => scored.candidate.body === null);
    const ids = without.map(({ scored }) => scored.candidate.id);
    const bodies =
      ids.length === 0 ? new Map<string, string>() : await this.#index.bodies(version, ids);
    if (bodies === null) return null;
    return placed.flatMap(({ scored, similar }) => {
      const body = scored.candidate.body ?? bodies.get(scored.candidate.id);
      return body === undefined ? [] : [{ scored, record: recordOf(body), similar }];
    });
  }

  async #ask(
    query: string,
    { lexicon, documents }: Current,
  ): Promise<Named & { readonly found: EngineFound }> {
    const named = await this.#withNamedRecord(understand(query, lexicon, documents));
    const readings = readingsOf(named.understood);
    return { ...named, found: await this.#index.find(readings, { enough: ENOUGH }) };
  }

  /** One record scored against a query, wherever it stands; null when there is none of this id. */
  async look(query: string, id: string): Promise<Looked | null> {
    const { lexicon, documents } = await this.#lexicon.current();
    const { understood } = await this.#withNamedRecord(understand(query, lexicon, documents));
    const [candidate] = await this.#index.get([id]);
    if (candidate === undefined) return null;
    const record = recordOf(candidate.body);
    const sameAs = record.titleKind === 'given' ? await this.#sameAs(candidate) : [];
    return { scored: new Scorer(understood).score(candidate), record, sameAs };
  }

  /** Records of other collections that are probably the same work. */
  async #sameAs(candidate: Candidate): Promise<readonly string[]> {
    const reading = twinsReading(candidate);
    if (reading === null) return [];
    const { candidates } = await this.#index.find([reading], { enough: reading.limit });
    return sameWorks([candidate], candidates).get(candidate.id) ?? [];
  }

  /** `like:<id>` becomes what that record is about, without the record; an id alone is that record. */
  async #withNamedRecord(read: Understood): Promise<Named> {
    const wanted = read.text.like ?? read.id;
    if (wanted === null) return { understood: read, self: { id: null, shown: [] } };
    const [named] = await this.#index.get([wanted]);
    if (named === undefined) return { understood: read, self: { id: null, shown: [] } };
    if (read.text.like === null)
      return { understood: read, self: { id: named.id, shown: [named] } };
    const units = unitsLike(recordOf(named.body));
    return {
      understood: { ...read, units: [...read.units, ...units], titleWords: [] },
      self: { id: named.id, shown: [] },
    };
  }
}
