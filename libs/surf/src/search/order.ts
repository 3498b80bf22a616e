import { indexWords } from '@bridge/search';
import type { ArchiveRecord } from '../record/archive-record.ts';
import type { Scored } from './score.ts';

/** A hit with the near-duplicates that stand behind it. */
export interface Hit {
  readonly scored: Scored;
  readonly record: ArchiveRecord;
  readonly similar: number;
}

/** Hits in their order, and how many near-duplicates were folded away. */
export interface Ordered {
  readonly hits: readonly Hit[];
  readonly folded: number;
}

/** Coverage from which a hit counts as an answer to the whole query. */
const WHOLE = 0.999;
/** Candidates whose records are read: what is not among the first of these is not on any page. */
const READ_MAX = 240;
const NUMBERING =
  /\([^()]*\)|\[[^[\]]*\]|\b(?:plate|folio|page|pages|verso|recto|no|nr|number|vol|volume|sheet|leaf|fol|pl|p)\b\.?|\b[ivxlcdm]+\b|\d+\S*/gi;

/** What a title has in common with those of its neighbours in a series: "Plate (folio 4) from X" and "Plate IX from X". */
export function titleStem(title: string): string {
  return indexWords(title.replace(NUMBERING, ' ')).join(' ');
}

/** Records with the same key are near-duplicates: same maker, same title but for numbers, same series. */
export function groupKey(record: ArchiveRecord): string {
  return `${record.creators[0]?.name ?? ''}|${titleStem(record.title)}|${record.group ?? ''}`;
}

/**
 * Orders and thins out: the best first; of near-duplicates one stands for all, unless the query names their series; at
 * most half of the page from one maker's series. What was folded comes back only to fill a page that has nothing else
 * that answers the whole query (archive design section 4, rules a to d).
 */
export function order(
  scored: readonly Scored[],
  queryWords: ReadonlySet<string>,
  limit: number,
): Ordered {
  const best = [...scored].sort(
    (a, b) =>
      b.score - a.score ||
      b.candidate.rank - a.candidate.rank ||
      (a.candidate.id < b.candidate.id ? -1 : 1),
  );
  const read = best
    .slice(0, Math.max(READ_MAX, limit))
    .map((one) => ({ scored: one, record: recordOf(one) }));
  const groups = new Map<string, Entry[]>();
  for (const entry of read) {
    const key = namesGroup(entry.record, queryWords) ? entry.record.id : groupKey(entry.record);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  const first: Entry[] = [];
  const second: Entry[] = [];
  const similar = new Map<string, number>();
  for (const group of groups.values()) {
    const [head, ...rest] = group;
    if (head === undefined) continue;
    similar.set(head.record.id, rest.length);
    first.push(head);
    second.push(...rest);
  }
  const page = fill(first, second, queryWords, limit);
  const shown = new Set(page.map(({ record }) => record.id));
  const folded = second.filter(({ record }) => !shown.has(record.id)).length;
  return {
    hits: page.map(({ scored: one, record }) => ({
      scored: one,
      record,
      similar: similar.get(record.id) ?? 0,
    })),
    folded,
  };
}

interface Entry {
  readonly scored: Scored;
  readonly record: ArchiveRecord;
}

function recordOf({ candidate }: Scored): ArchiveRecord {
  // Bodies are written by the importer only, as records.
  return JSON.parse(candidate.body) as ArchiveRecord;
}

function namesGroup({ group }: ArchiveRecord, queryWords: ReadonlySet<string>): boolean {
  if (group === undefined) return false;
  const words = indexWords(group).filter((word) => word.length > 2);
  return (
    words.length > 0 &&
    words.some((word) => queryWords.has(word)) &&
    words.filter((word) => queryWords.has(word)).length >= words.length / 2
  );
}

function fill(
  first: readonly Entry[],
  second: readonly Entry[],
  queryWords: ReadonlySet<string>,
  limit: number,
): Entry[] {
  const page: Entry[] = [];
  const later: Entry[] = [];
  const ofSeries = new Map<string, number>();
  const half = Math.max(1, Math.ceil(limit / 2));
  for (const entry of first) {
    if (entry.scored.coverage < WHOLE) continue;
    const { group, creators } = entry.record;
    const series =
      group === undefined || namesGroup(entry.record, queryWords)
        ? null
        : `${creators[0]?.name ?? ''}|${group}`;
    const count = series === null ? 0 : (ofSeries.get(series) ?? 0);
    if (series !== null && count >= half) {
      later.push(entry);
      continue;
    }
    if (series !== null) ofSeries.set(series, count + 1);
    page.push(entry);
  }
  page.push(...later, ...second.filter(({ scored }) => scored.coverage >= WHOLE));
  page.push(...first.filter(({ scored }) => scored.coverage < WHOLE));
  page.push(...second.filter(({ scored }) => scored.coverage < WHOLE));
  return page.slice(0, limit);
}
