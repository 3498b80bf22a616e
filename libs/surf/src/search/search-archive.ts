import type { ArchiveRecord } from '@bridge/archive';
import {
  type Candidate,
  type Found as EngineFound,
  type Reading,
  indexWords,
  SearchFault,
  type SearchIndex,
} from '@bridge/search';
import { type Current, LexiconCache } from './lexicon-cache.ts';
import { unitsLike } from './like.ts';
import { order, type Placed } from './order.ts';
import { ENOUGH, readingsOf } from './readings.ts';
import { sameWorks, twinsReading } from './same-works.ts';
import { type Scored, Scorer } from './score.ts';
import { conditionsOf, wordsAlone } from './emptying.ts';
import { filterNamesIn } from './filters.ts';
import { isWhole, type Total, totalOf } from './total.ts';
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
  /** How many records fit the whole query or a part of it. */
  readonly total: Total;
  /** How many of the compared records have every part of the query. */
  readonly whole: number;
  /** Conditions of the query, as typed, without which there would be hits, when there are none. */
  readonly emptying: readonly string[];
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

/** Whether there is nothing to look for: no word, no filter, no record. */
function asksNothing({ understood: { units, text }, self }: Named): boolean {
  return (
    units.length === 0 &&
    self.id === null &&
    text.excluded.length === 0 &&
    filterNamesIn(text.filter).length === 0
  );
}

/** The query without a `like:` whose record does not exist, which stands in `ignored` instead. */
function withoutLike(read: Understood): Understood {
  const { like, shown, ignored } = read.text;
  if (like === null) return read;
  const left = Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'like'));
  const said = `like:${like} (no reference has this id)`;
  return { ...read, text: { ...read.text, like: null, shown: left, ignored: [...ignored, said] } };
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

  /** The records of an answer alone, best first. Errors: service_unavailable. */
  async records(query: string, limit: number): Promise<ArchiveRecord[]> {
    return (await this.search(query, limit)).hits.map(({ record }) => record);
  }

  /** The answer; null when another index serves before its records were read. */
  async #answer(query: string, limit: number): Promise<ArchiveAnswer | null> {
    const current = await this.#lexicon.current();
    let asked = await this.#ask(query, current);
    this.#lexicon.seen(asked.found.version);
    // Swapped since the lexicon was read: a query is read by the words of the index that answers it.
    if (asked.found.version !== current.version)
      asked = await this.#ask(query, await this.#lexicon.current());
    const { understood, self, readings, found } = asked;
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
    return {
      understood,
      hits,
      folded: page.folded,
      sameAs,
      counts: found.counts,
      total: totalOf(found, readings, candidates.length),
      whole: scored.filter((one) => isWhole(one)).length,
      emptying: hits.length === 0 ? await this.#emptying(understood) : [],
      version: found.version,
    };
  }

  /** The conditions of which each alone keeps every record out; all of them when only together they do. */
  async #emptying(understood: Understood): Promise<readonly string[]> {
    const conditions = conditionsOf(understood);
    if (conditions.length === 0) return [];
    const finds = async (given: Understood): Promise<boolean> => {
      const { candidates } = await this.#index.find(readingsOf(given), { enough: 1 });
      return candidates.length > 0;
    };
    const alone = await Promise.all(conditions.map(({ without }) => finds(without)));
    const emptying = conditions.filter((_, at) => alone[at] === true);
    const named = emptying.length > 0 || !(await finds(wordsAlone(understood)));
    return (named ? emptying : conditions).map(({ text }) => text);
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
    current: Current,
  ): Promise<Named & { readonly readings: readonly Reading[]; readonly found: EngineFound }> {
    const named = await this.#withNamedRecord(understand(query, current));
    const readings = asksNothing(named) ? [] : readingsOf(named.understood);
    return { ...named, readings, found: await this.#index.find(readings, { enough: ENOUGH }) };
  }

  /** One record scored against a query, wherever it stands; null when there is none of this id. */
  async look(query: string, id: string): Promise<Looked | null> {
    const { understood } = await this.#withNamedRecord(
      understand(query, await this.#lexicon.current()),
    );
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
    if (named === undefined)
      return { understood: withoutLike(read), self: { id: null, shown: [] } };
    if (read.text.like === null)
      return { understood: read, self: { id: named.id, shown: [named] } };
    const units = unitsLike(recordOf(named.body));
    return {
      understood: { ...read, units: [...read.units, ...units], titleWords: [] },
      self: { id: named.id, shown: [] },
    };
  }
}
