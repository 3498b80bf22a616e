import type { ArchiveRecord } from '@bridge/archive';
import {
  type SearchCandidate,
  type HitTotalAndFacetCounts,
  type SearchIndexFindResult,
  indexWords,
  type QueryInterpretation,
  SearchEngineError,
  type SearchIndex,
} from '@bridge/search';
import { emptyingConditions } from './find/emptying.ts';
import { ENOUGH, interpretationsOf } from './find/interpretations.ts';
import { namedResult } from './find/named-record.ts';
import { raiseRelatives } from './rank/known-work.ts';
import { LexiconCache, type VersionedQueryParsingData } from './lexicon-cache.ts';
import { order, type RankedSearchHit } from './rank/order.ts';
import { parseQuery } from './parse/parse-query.ts';
import type { ParsedQuery } from './parse/parsed-query.ts';
import { isEmptyQuery, recordOf, type ResolvedQuery, resolveQuery } from './parse/resolve-query.ts';
import { sameWorkInterpretation, sameWorks } from './rank/same-works.ts';
import { type ScoredSearchCandidate, CandidateScorer } from './rank/score.ts';
import { PRODUCT_SEARCH_OPTIONS, type SearchOptions } from './search-options.ts';
import { matchesEveryUnit, type MatchingRecordTotal, totalOf } from './rank/total.ts';

/**
 * Maximum number of times that a search is repeated because another index version began to serve before its records were read.
 * Then the search fails.
 */
const SWAPS_MAX = 4;

/** A search hit with its record. */
export interface SearchHit extends RankedSearchHit {
  readonly record: ArchiveRecord;
}

/** The answer to a query, before the service converts it to references and notes for an agent. */
export interface ArchiveSearchResult {
  readonly understood: ParsedQuery;
  readonly hits: readonly SearchHit[];
  readonly folded: number;
  /** For each hit of which other collections have records of the same work: the id of the hit, and the ids of those records. */
  readonly sameAs: ReadonlyMap<string, readonly string[]>;
  readonly counts: HitTotalAndFacetCounts;
  /** Number of records that match the whole query or a part of it. */
  readonly total: MatchingRecordTotal;
  /** Number of candidates (found records) that match every unit (word, name and time) of the query. */
  readonly whole: number;
  /** Conditions of the query whose removal would give hits, as text for the answer; empty when there are hits. */
  readonly emptying: readonly string[];
  readonly version: string;
}

/** The score of one record for a search query. */
export interface ScoredArchiveRecord {
  readonly scored: ScoredSearchCandidate;
  readonly record: ArchiveRecord;
  /** Ids of records in other collections that are probably the same work. */
  readonly sameAs: readonly string[];
}

/** A parsed search query with its interpretations, and the documents that the engine found for them, with their scores. */
interface ScoredQueryResult extends ResolvedQuery {
  readonly interpretations: readonly QueryInterpretation[];
  readonly found: SearchIndexFindResult;
  /** The scores of the found documents, without the record that `like:` names. */
  readonly scores: readonly ScoredSearchCandidate[];
}

/** Searches one archive of records: parses the query, finds candidates in the engine, and orders the hits. */
export class ArchiveSearcher {
  readonly #index: SearchIndex;
  readonly #lexicon: LexiconCache;

  readonly #options: SearchOptions;

  constructor(index: SearchIndex, options: SearchOptions = PRODUCT_SEARCH_OPTIONS) {
    this.#index = index;
    this.#options = options;
    this.#lexicon = new LexiconCache(index);
  }

  /** Returns the best records for a query. Any text is a query. Errors: service_unavailable. */
  async search(query: string, limit: number): Promise<ArchiveSearchResult> {
    for (let swaps = 0; swaps <= SWAPS_MAX; swaps++) {
      const answer = await this.#searchOnce(query, limit);
      if (answer !== null) return answer;
    }
    throw new SearchEngineError('failed', 'The archive is swapped faster than it can be searched.');
  }

  /** Returns the records of an answer, best first. Errors: service_unavailable. */
  async records(query: string, limit: number): Promise<ArchiveRecord[]> {
    return (await this.search(query, limit)).hits.map(({ record }) => record);
  }

  /** Returns the score of one record for a query, even when a search does not find it; null when there is no such record. */
  async scoreRecord(query: string, id: string): Promise<ScoredArchiveRecord | null> {
    const parsed = parseQuery(query, await this.#lexicon.current(), this.#options);
    const resolved = await resolveQuery(this.#index, parsed);
    const [candidate] = await this.#index.get([id]);
    if (candidate === undefined) return null;
    const record = recordOf(candidate.body);
    const sameAs = record.titleKind === 'given' ? await this.#sameAs(candidate) : [];
    const scored = new CandidateScorer(resolved.query, this.#options).score(candidate);
    return { scored, record, sameAs };
  }

  /** Returns the answer; null when another index version began to serve before its records and counts were read. */
  async #searchOnce(text: string, limit: number): Promise<ArchiveSearchResult | null> {
    const result = await this.#findCurrent(text);
    const { query, interpretations, found, scores } = result;
    const counting = found.count();
    const scored = scores.filter(({ isExcluded }) => !isExcluded);
    const raised = raiseRelatives(scored, this.#options.weights);
    const page = order(raised, new Set(indexWords(text)), limit);
    const reading = this.#readRecords(page.hits, found.version);
    const [hits, counts] = await Promise.all([reading, counting]);
    if (hits === null || counts === null) return null;
    const titled = hits.filter(({ record }) => record.titleKind === 'given');
    const sameAs = sameWorks(
      titled.map((hit) => hit.scored.candidate),
      page.compared.map(({ candidate }) => candidate),
    );
    return {
      understood: query,
      hits,
      folded: page.folded,
      sameAs,
      counts,
      total: totalOf(found.candidates, counts, interpretations, scores),
      whole: scored.filter((one) => matchesEveryUnit(one)).length,
      emptying: hits.length === 0 ? await emptyingConditions(result, this.#index) : [],
      version: found.version,
    };
  }

  /**
   * Parses a query and finds its candidates (matching records). Does both once more when the engine answers from another index
   * version than the one whose words were used to parse the query.
   */
  async #findCurrent(text: string): Promise<ScoredQueryResult> {
    const profile = await this.#lexicon.current();
    const result = await this.#find(text, profile);
    this.#lexicon.reportServed(result.found.version);
    // When the versions differ, another index version began to serve after the words and names of the previous one were read.
    return result.found.version === profile.version
      ? result
      : await this.#find(text, await this.#lexicon.current());
  }

  async #find(text: string, profile: VersionedQueryParsingData): Promise<ScoredQueryResult> {
    const resolved = await resolveQuery(this.#index, parseQuery(text, profile, this.#options));
    const { query, likeId, named } = resolved;
    const scorer = new CandidateScorer(query, this.#options);
    if (named !== null) {
      const own = namedResult(query, named, profile.version);
      const scored = own.candidates.map((candidate) => scorer.score(candidate));
      return { ...resolved, interpretations: [], found: own, scores: scored };
    }
    const interpretations = isEmptyQuery(resolved) ? [] : interpretationsOf(query);
    const scores: ScoredSearchCandidate[] = [];
    const found = await this.#index.find(interpretations, {
      enough: ENOUGH,
      onFound: (candidates, before) => {
        scores.length = before;
        for (const candidate of candidates) scores.push(scorer.score(candidate));
      },
    });
    const others = scores.filter(({ candidate }) => candidate.id !== likeId);
    return { ...resolved, interpretations, found, scores: others };
  }

  /** Reads the records of the hits from this index version; null when the engine does not serve the version any more. */
  async #readRecords(
    hits: readonly RankedSearchHit[],
    version: string,
  ): Promise<SearchHit[] | null> {
    const ids = hits
      .filter(({ scored }) => scored.candidate.body === null)
      .map(({ scored }) => scored.candidate.id);
    const bodies =
      ids.length === 0 ? new Map<string, string>() : await this.#index.bodies(version, ids);
    if (bodies === null) return null;
    return hits.flatMap((hit) => {
      const { id, body: own } = hit.scored.candidate;
      const body = own ?? bodies.get(id);
      return body === undefined ? [] : [{ ...hit, record: recordOf(body) }];
    });
  }

  /** Searches for records of other collections that are probably the same work, and returns their ids. */
  async #sameAs(candidate: SearchCandidate): Promise<readonly string[]> {
    const interpretation = sameWorkInterpretation(candidate);
    if (interpretation === null) return [];
    const { limit: enough } = interpretation;
    const { candidates } = await this.#index.find([interpretation], { enough });
    return sameWorks([candidate], candidates).get(candidate.id) ?? [];
  }
}
