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

/** What each further near-duplicate of a hit counts less, and the most it can. */
const AGAIN = 0.12;
const AGAIN_MAX = 0.28;
/** What a record of one maker's series counts less once it fills half of a page. */
const SERIES_FULL = 0.2;
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
 * most half of the page from one maker's series. What was folded comes back only where everything else is clearly
 * farther from the query (archive design section 4, rules a to d).
 */
export function order(
  scored: readonly Scored[],
  queryWords: ReadonlySet<string>,
  limit: number,
): Ordered {
  const best = [...scored].sort(byScore);
  const read = best
    .slice(0, Math.max(READ_MAX, limit))
    .map((one) => ({ scored: one, record: recordOf(one) }));
  const ofGroup = new Map<string, number>();
  const ofSeries = new Map<string, number>();
  const half = Math.max(1, Math.ceil(limit / 2));
  const ranked = read.map((entry): Ranked => {
    const named = namesGroup(entry.record, queryWords);
    const key = named ? entry.record.id : groupKey(entry.record);
    const before = ofGroup.get(key) ?? 0;
    ofGroup.set(key, before + 1);
    let rank = entry.scored.score - Math.min(AGAIN_MAX, AGAIN * before);
    const series = named ? null : seriesOf(entry.record);
    if (series !== null && before === 0) {
      const full = ofSeries.get(series) ?? 0;
      ofSeries.set(series, full + 1);
      if (full >= half) rank -= SERIES_FULL;
    }
    return { ...entry, key, rank, folded: before > 0 };
  });
  const page = ranked
    .sort((a, b) => b.rank - a.rank || byScore(a.scored, b.scored))
    .slice(0, limit);
  const shown = new Set(page.map(({ record }) => record.id));
  const hits = page.map(({ scored: one, record, key, folded }) => ({
    scored: one,
    record,
    similar: folded ? 0 : (ofGroup.get(key) ?? 1) - 1,
  }));
  return {
    hits,
    folded: ranked.filter(({ record, folded }) => folded && !shown.has(record.id)).length,
  };
}

function byScore(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    b.candidate.rank - a.candidate.rank ||
    (a.candidate.id < b.candidate.id ? -1 : 1)
  );
}

function seriesOf({ group, creators }: ArchiveRecord): string | null {
  return group === undefined ? null : `${creators[0]?.name ?? ''}|${group}`;
}

interface Entry {
  readonly scored: Scored;
  readonly record: ArchiveRecord;
}

interface Ranked extends Entry {
  readonly key: string;
  readonly rank: number;
  readonly folded: boolean;
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
