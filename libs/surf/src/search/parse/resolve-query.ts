import type { ArchiveRecord } from '@bridge/archive';
import { type SearchCandidate, SearchEngineError, type SearchIndex } from '@bridge/search';
import { filterNamesIn } from '../request/filters.ts';
import { unitsLike } from './like.ts';
import type { ParsedQuery } from './parsed-query.ts';

/** A parsed search query, with the record that it names by id, if it names one. */
export interface ResolvedQuery {
  readonly query: ParsedQuery;
  /**
   * `id`: the record that `like:` or the query itself names; null when there is none. `candidates`: that record as a hit, only
   * when the query itself is its id.
   */
  readonly named: { readonly id: string | null; readonly candidates: readonly SearchCandidate[] };
}

/**
 * Reads the record that a query names by id. For a filter `like:<id>`, adds units that find similar records to the query; for a
 * query that is only an id, makes the record itself a hit.
 */
export async function resolveQuery(index: SearchIndex, query: ParsedQuery): Promise<ResolvedQuery> {
  const { like } = query.text;
  const id = like ?? query.id;
  if (id === null) return { query, named: { id: null, candidates: [] } };
  const [record] = await index.get([id]);
  if (record === undefined)
    return { query: withoutLike(query), named: { id: null, candidates: [] } };
  if (like === null) return { query, named: { id: record.id, candidates: [record] } };
  const units = [...query.units, ...unitsLike(recordOf(record.body))];
  return {
    query: { ...query, units, titleWords: [] },
    named: { id: record.id, candidates: [] },
  };
}

/** True when a query has no words, no filter and no exclusion, and names no record. */
export function isEmptyQuery({ query: { units, text }, named }: ResolvedQuery): boolean {
  return (
    units.length === 0 &&
    named.id === null &&
    text.excluded.length === 0 &&
    text.avoided.length === 0 &&
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
