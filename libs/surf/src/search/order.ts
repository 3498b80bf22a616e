import { FIELD_AT } from './field-at.ts';
import { type ArchiveRecord, orderKey, readOrderKey } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { lineOf } from './lines.ts';
import { SameTitles } from './same-titles.ts';
import type { ScoredCandidate } from './score.ts';

/** A hit before its record is read. `similar`: number of near-duplicates that were folded into it. */
export interface PlacedHit {
  readonly scored: ScoredCandidate;
  readonly similar: number;
}

/** A page of hits in their order. */
export interface OrderedPage {
  readonly hits: readonly PlacedHit[];
  /** All candidates that were compared for the page, best first. */
  readonly compared: readonly ScoredCandidate[];
  /** Near-duplicates that are not on the page. */
  readonly folded: number;
}

/** Penalty for each further near-duplicate of a hit, and its maximum. */
const AGAIN = 0.12;
const AGAIN_MAX = 0.28;
/** Penalty for a record of a maker's series that fills half of the page already. */
const SERIES_FULL = 0.2;
/** Candidates that are compared with each other, at most. Further ones are on no page. */
const COMPARED_MAX = 240;

/**
 * Orders candidates, best first. Folds near-duplicates into one hit, unless the query names their series, and fills at most
 * half of the page from one maker's series. A folded candidate is on the page only where all others are clearly farther from
 * the query (ADR 010).
 */
export function order(
  scored: readonly ScoredCandidate[],
  queryWords: ReadonlySet<string>,
  limit: number,
): OrderedPage {
  const best = [...scored].sort(byScore).slice(0, Math.max(COMPARED_MAX, limit));
  const ofGroup = new Map<string, number>();
  const ofSeries = new Map<string, number>();
  const groups = new SameTitles();
  const half = Math.max(1, Math.ceil(limit / 2));
  const ranked = best.map((one): RankedCandidate => {
    const own = keyOf(one);
    const named = namesGroup(one, queryWords);
    // Without a maker, an equal title says that two works are of one kind, not that they are one work.
    const isUnique = named || lineOf(one.candidate.text, FIELD_AT.creator) === '';
    const key = isUnique ? one.candidate.id : groups.groupOf(one.candidate.text, own.group);
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

function byScore(a: ScoredCandidate, b: ScoredCandidate): number {
  return (
    b.score - a.score ||
    b.candidate.rank - a.candidate.rank ||
    (a.candidate.id < b.candidate.id ? -1 : 1)
  );
}

interface RankedCandidate {
  readonly scored: ScoredCandidate;
  readonly key: string;
  readonly rank: number;
  readonly folded: boolean;
}

function keyOf({ candidate: { key, body } }: ScoredCandidate): ReturnType<typeof readOrderKey> {
  // The importer stores records only.
  return readOrderKey(key ?? orderKey(JSON.parse(body ?? '') as ArchiveRecord, indexWords));
}

function namesGroup({ candidate }: ScoredCandidate, queryWords: ReadonlySet<string>): boolean {
  const group = lineOf(candidate.text, FIELD_AT.group);
  if (group === '') return false;
  const words = group.split(' ').filter((word) => word.length > 2);
  const named = words.filter((word) => queryWords.has(word)).length;
  return named > 0 && named >= words.length / 2;
}
