import type { ArchiveRecord } from '@bridge/archive';
import type { ArchiveSearcher } from './search-archive.ts';
import type { ParsedQuery } from './parse/parsed-query.ts';
import type { ScoredSearchCandidate, DocumentScoreComponents } from './rank/score.ts';

/** Explains how one record was scored for a query: its position among the hits, the parts of its score, and its matches. */
export interface ScoreExplanation {
  readonly id: string;
  /** Position among the hits, from 1; null when the record is not among the first EXPLAIN_HITS. */
  readonly place: number | null;
  readonly score: number;
  readonly parts: DocumentScoreComponents;
  /** The parsed query, without its units (words, names and times), which are in `units`. */
  readonly parse: {
    /** The conditions of the query. The key is the name of the filter, or "not" for exclusions and "only" for restrictions. */
    readonly filters: Readonly<Record<string, string>>;
    /** Words of the query that the search ignored. */
    readonly leftOut: readonly string[];
    readonly corrected: Readonly<Record<string, string>>;
    /** The word or phrase of the query that names the wanted thing, such as "lamps"; null when there is none. */
    readonly thing: string | null;
    /** True when an exclusion in the query applies to the record. */
    readonly isExcluded: boolean;
  };
  /**
   * For each unit of the query (a word, name or time) its match in the record; `field` is null when the record does not match
   * it.
   */
  readonly units: readonly {
    readonly text: string;
    readonly kind: string;
    readonly weight: number;
    readonly field: string | null;
    readonly words: string;
    readonly worth: number;
    /** A sentence about the records from which the matching term was learned; empty when the term was not learned. */
    readonly evidence: string;
  }[];
  readonly record: ArchiveRecord;
  /** Ids of records in other collections that are probably the same work. */
  readonly sameAs: readonly string[];
}

/** Number of hits among which the position of a record is looked up. */
export const EXPLAIN_HITS = 50;
/** Maximum number of hits that are explained when no record is named: one page of an answer. */
const EXPLAINED_MAX = 12;

/**
 * Explains the score of one record for a query, or of each of the first hits when `id` is null. Empty when there is
 * no such record, or no hit. Errors: service_unavailable.
 */
export async function explainQuery(
  archive: ArchiveSearcher,
  query: string,
  id: string | null,
): Promise<readonly ScoreExplanation[]> {
  const { understood, hits, sameAs } = await archive.search(query, EXPLAIN_HITS);
  if (id === null)
    return hits.slice(0, EXPLAINED_MAX).map(({ scored, record }, at) => ({
      ...explanationOf(understood, scored, record),
      place: at + 1,
      sameAs: sameAs.get(record.id) ?? [],
    }));
  const one = await archive.scoreRecord(query, id);
  if (one === null) return [];
  const place = hits.findIndex((hit) => hit.record.id === one.record.id);
  return [
    {
      ...explanationOf(understood, one.scored, one.record),
      place: place === -1 ? null : place + 1,
      sameAs: one.sameAs,
    },
  ];
}

function explanationOf(
  understood: ParsedQuery,
  scored: ScoredSearchCandidate,
  record: ArchiveRecord,
): Omit<ScoreExplanation, 'place' | 'sameAs'> {
  return {
    id: record.id,
    score: scored.score,
    parts: scored.parts,
    parse: {
      filters: understood.text.shown,
      leftOut: understood.ignored,
      corrected: Object.fromEntries(understood.corrected),
      thing: understood.head?.text ?? null,
      isExcluded: scored.isExcluded,
    },
    units: understood.units.map((unit, at) => {
      const found = scored.found[at] ?? null;
      return {
        text: unit.text,
        kind: unit.kind,
        weight: unit.weight,
        field: found?.field ?? null,
        words: found?.words.join(' ') ?? '',
        worth: found?.worth ?? 0,
        evidence: found?.evidence ?? '',
      };
    }),
    record,
  };
}
