import type { ArchiveRecord } from '@bridge/archive';
import { type SearchCandidateWithBody, SearchEngineError, type SearchIndex } from '@bridge/search';
import { isBinding } from '../find/clauses.ts';
import { filterNamesIn } from '../request/filters.ts';
import { unitsLike } from './like.ts';
import type { ParsedQuery } from './parsed-query.ts';

/** A parsed search query, with the record that it names by id, if it names one. */
export interface ResolvedQuery {
  readonly query: ParsedQuery;
  /** The id of the record that the filter `like:` names, which is not a hit itself; null when there is none. */
  readonly likeId: string | null;
  /** The record whose id is the query. It is then the only record that can be a hit. Null when the query is no such id. */
  readonly named: SearchCandidateWithBody | null;
}

/**
 * Reads the record that a query names by id. For a filter `like:<id>`, adds units that find similar records to the query; for a
 * query that is only an id, leaves out the words of the id.
 */
export async function resolveQuery(index: SearchIndex, query: ParsedQuery): Promise<ResolvedQuery> {
  const { like } = query.text;
  const id = like ?? query.id;
  if (id === null) return { query, likeId: null, named: null };
  const [record] = await index.get([id]);
  if (record === undefined) return { query: withoutLike(query), likeId: null, named: null };
  if (like === null) return { query: withoutWords(query), likeId: null, named: record };
  const units = [...query.units, ...unitsLike(recordOf(record.body))];
  return { query: { ...query, units, titleWords: [] }, likeId: record.id, named: null };
}

/** Returns the query with its conditions only. The words of an id have no meaning for a search. */
function withoutWords(query: ParsedQuery): ParsedQuery {
  return {
    ...query,
    units: query.units.filter(isBinding),
    head: null,
    titleWords: [],
    corrected: new Map(),
    unknown: new Map(),
    expanded: {},
    ignored: query.text.frame,
  };
}

/** True when a query has no words, no filter and no exclusion, and names no record. */
export function isEmptyQuery({ query: { units, text }, likeId, named }: ResolvedQuery): boolean {
  return (
    units.length === 0 &&
    likeId === null &&
    named === null &&
    text.excluded.length === 0 &&
    text.avoided.length === 0 &&
    text.filter.not === undefined &&
    filterNamesIn(text.filter).length === 0
  );
}

/** Parses a stored record. Errors: SearchEngineError `damaged`. */
export function recordOf(body: string): ArchiveRecord {
  try {
    // An import writes only valid records, so the cast is safe.
    return JSON.parse(body) as ArchiveRecord;
  } catch (cause) {
    const sentence = 'A record of the index is damaged. Import again with --swap.';
    throw new SearchEngineError('damaged', sentence, { cause });
  }
}

/** Returns the query without its `like:` filter, whose record does not exist, and reports the filter as ignored. */
function withoutLike(query: ParsedQuery): ParsedQuery {
  const { like, shown, ignored } = query.text;
  if (like === null) return query;
  const others = Object.fromEntries(Object.entries(shown).filter(([name]) => name !== 'like'));
  const reason = `like:${like} (no reference has this id)`;
  return {
    ...query,
    text: { ...query.text, like: null, shown: others, ignored: [...ignored, reason] },
  };
}
