import { FIELD_AT } from '../lexicon/field-at.ts';
import { type ArchiveRecord, orderKey, readOrderKey } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { lineOf } from './lines.ts';
import { NearDuplicateFinder } from './near-duplicates.ts';
import type { ScoredSearchCandidate } from './score.ts';

/**
 * A hit at its position in the answer, before its record is read. `similar`: number of near-duplicates that are not shown
 * because of it.
 */
export interface RankedSearchHit {
  readonly scored: ScoredSearchCandidate;
  readonly similar: number;
}

/** The hits that an answer shows, in its order, and the candidates among which they were chosen. */
export interface SearchHitPage {
  readonly hits: readonly RankedSearchHit[];
  /** All candidates that were compared, best first. */
  readonly compared: readonly ScoredSearchCandidate[];
  /** Number of candidates that are not shown because they are near-duplicates of a candidate with a higher score. */
  readonly folded: number;
}

/**
 * Amount that is subtracted from the score of a near-duplicate for each candidate of its group with a higher score, at most
 * `AGAIN_MAX`.
 */
const AGAIN = 0.12;
const AGAIN_MAX = 0.28;
/**
 * Amount that is subtracted from the score of a record of a series when records of this series already fill half of the answer.
 */
const SERIES_FULL = 0.2;
/** Maximum number of candidates that are compared with each other. Further candidates are never shown. */
const COMPARED_MAX = 240;

/**
 * Orders candidates, best first. Shows one hit for a group of near-duplicates, unless the query names their series, and fills
 * at most half of the answer from one series. Other near-duplicates are shown only when all other candidates match the query
 * clearly worse (ADR 010).
 */
export function order(
  scored: readonly ScoredSearchCandidate[],
  queryWords: ReadonlySet<string>,
  limit: number,
): SearchHitPage {
  const best = [...scored].sort(byScore).slice(0, Math.max(COMPARED_MAX, limit));
  const ofGroup = new Map<string, number>();
  const ofSeries = new Map<string, number>();
  const groups = new NearDuplicateFinder(best.map(({ candidate }) => candidate.text));
  const half = Math.max(1, Math.ceil(limit / 2));
  const ranked = best.map((one): CandidateWithRankAndGroup => {
    const own = keyOf(one);
    const named = own.series !== null && namesGroup(one, queryWords);
    // A record without a maker has no near-duplicates: works with a title such as "Vase" are works of one kind, not one work.
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

function byScore(a: ScoredSearchCandidate, b: ScoredSearchCandidate): number {
  return (
    b.score - a.score ||
    b.candidate.rank - a.candidate.rank ||
    (a.candidate.id < b.candidate.id ? -1 : 1)
  );
}

/**
 * A candidate with its rank, the score minus penalties. `key`: that of its group of near-duplicates; `folded`: a candidate of
 * the group has a higher score, so this one is not shown by itself.
 */
interface CandidateWithRankAndGroup {
  readonly scored: ScoredSearchCandidate;
  readonly key: string;
  readonly rank: number;
  readonly folded: boolean;
}

function keyOf({
  candidate: { key, body },
}: ScoredSearchCandidate): ReturnType<typeof readOrderKey> {
  // An import writes only valid records, so the cast is safe.
  return readOrderKey(key ?? orderKey(JSON.parse(body ?? '') as ArchiveRecord, indexWords));
}

function namesGroup(
  { candidate }: ScoredSearchCandidate,
  queryWords: ReadonlySet<string>,
): boolean {
  const group = lineOf(candidate.text, FIELD_AT.group);
  if (group === '') return false;
  const words = group.split(' ').filter((word) => word.length > 2);
  const named = words.filter((word) => queryWords.has(word)).length;
  return named > 0 && named >= words.length / 2;
}
