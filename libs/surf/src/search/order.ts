import { type ArchiveRecord, orderKey, readOrderKey } from '@bridge/archive';
import { indexWords, SEARCH_FIELDS } from '@bridge/search';
import { lineOf } from './lines.ts';
import type { Scored } from './score.ts';

/** A hit with the near-duplicates that stand behind it; its record is still to be read. */
export interface Placed {
  readonly scored: Scored;
  readonly similar: number;
}

/** Hits in their order, and how many near-duplicates were folded away. */
export interface Ordered {
  readonly hits: readonly Placed[];
  /** All that were compared for the page, the best first. */
  readonly compared: readonly Scored[];
  readonly folded: number;
}

/** What each further near-duplicate of a hit counts less, and the most it can. */
const AGAIN = 0.12;
const AGAIN_MAX = 0.28;
/** What a record of one maker's series counts less once it fills half of a page. */
const SERIES_FULL = 0.2;
/** Candidates that are compared with each other: what is not among the first of these is not on any page. */
const COMPARED_MAX = 240;
const GROUP_AT = SEARCH_FIELDS.indexOf('group');

/**
 * Orders and thins out: the best first; of near-duplicates one stands for all, unless the query names their series; at
 * most half of the page from one maker's series. What was folded comes back only where everything else is clearly
 * farther from the query (ADR 010).
 */
export function order(
  scored: readonly Scored[],
  queryWords: ReadonlySet<string>,
  limit: number,
): Ordered {
  const best = [...scored].sort(byScore).slice(0, Math.max(COMPARED_MAX, limit));
  const ofGroup = new Map<string, number>();
  const ofSeries = new Map<string, number>();
  const half = Math.max(1, Math.ceil(limit / 2));
  const ranked = best.map((one): Ranked => {
    const own = keyOf(one);
    const named = namesGroup(one, queryWords);
    const key = named ? one.candidate.id : own.group;
    const before = ofGroup.get(key) ?? 0;
    ofGroup.set(key, before + 1);
    let rank = one.score - Math.min(AGAIN_MAX, AGAIN * before);
    const series = named ? null : own.series;
    if (series !== null && before === 0) {
      const full = ofSeries.get(series) ?? 0;
      ofSeries.set(series, full + 1);
      if (full >= half) rank -= SERIES_FULL;
    }
    return { scored: one, key, rank, folded: before > 0 };
  });
  const folded = ranked.filter((one) => one.folded).length;
  const page = ranked
    .sort((a, b) => b.rank - a.rank || byScore(a.scored, b.scored))
    .slice(0, limit);
  const hits = page.map(({ scored: one, key, folded: behind }) => ({
    scored: one,
    similar: behind ? 0 : (ofGroup.get(key) ?? 1) - 1,
  }));
  return { hits, compared: best, folded: folded - page.filter((one) => one.folded).length };
}

function byScore(a: Scored, b: Scored): number {
  return (
    b.score - a.score ||
    b.candidate.rank - a.candidate.rank ||
    (a.candidate.id < b.candidate.id ? -1 : 1)
  );
}

interface Ranked {
  readonly scored: Scored;
  readonly key: string;
  readonly rank: number;
  readonly folded: boolean;
}

function keyOf({ candidate: { key, body } }: Scored): ReturnType<typeof readOrderKey> {
  // Bodies are written by the importer only, as records.
  return readOrderKey(key ?? orderKey(JSON.parse(body ?? '') as ArchiveRecord, indexWords));
}

function namesGroup({ candidate }: Scored, queryWords: ReadonlySet<string>): boolean {
  const group = lineOf(candidate.text, GROUP_AT);
  if (group === '') return false;
  const words = group.split(' ').filter((word) => word.length > 2);
  const named = words.filter((word) => queryWords.has(word)).length;
  return named > 0 && named >= words.length / 2;
}
