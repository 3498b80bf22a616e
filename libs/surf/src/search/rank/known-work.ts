import { FIELD_AT } from '../lexicon/field-at.ts';
import { firstWordOf, lineOf } from './lines.ts';
import type { ScoredSearchCandidate } from './score.ts';
import { namesMaker } from '../terms/unit.ts';
import type { RankingWeights } from '../search-options.ts';

/**
 * Score that is added to other works by the maker of a work whose title is the query, if their titles match a unit of the
 * query. Only for a query that names no maker.
 */
const SAME_MAKER = 0.15;
/** Score that is added to recordings whose title names the maker. Only for a query that names the maker and a work. */
const ABOUT_MAKER = 0.4;
const RECORDINGS: ReadonlySet<string> = new Set(['recording', 'video', 'film']);

/**
 * When a candidate's title is the query, raises the scores of related candidates, so that they rank before works that share
 * only one word with the query. If the query names no maker these are works by the same maker, else recordings about the maker.
 */
export function raiseRelatives(
  scored: readonly ScoredSearchCandidate[],
  { ownTitle }: RankingWeights,
): readonly ScoredSearchCandidate[] {
  let known: ScoredSearchCandidate | null = null;
  for (const one of scored)
    if (isKnownWork(one, ownTitle) && (known === null || one.score > known.score)) known = one;
  if (known === null) return scored;
  const maker = makerOfCandidate(known);
  if (maker === '') return scored;
  const hasMaker = known.found.some((one) => one !== null && namesMaker(one.unit));
  return scored.map((one) => {
    if (one.parts.title >= ownTitle) return one;
    if (!hasMaker)
      return makerOfCandidate(one) === maker && matchesTitle(one) ? raised(one, SAME_MAKER) : one;
    return isAboutMaker(one) ? raised(one, ABOUT_MAKER) : one;
  });
}

/**
 * True when the title of a record equals the query, with or without the makers in the query, and the record matches the whole
 * query.
 */
function isKnownWork({ parts }: ScoredSearchCandidate, ownTitle: number): boolean {
  return parts.title >= ownTitle && parts.coverage >= 0.99;
}

function makerOfCandidate({ candidate }: ScoredSearchCandidate): string {
  return lineOf(candidate.text, FIELD_AT.creator);
}

function matchesTitle({ found }: ScoredSearchCandidate): boolean {
  return found.some((one) => one?.field === 'title');
}

function isAboutMaker({ candidate, found }: ScoredSearchCandidate): boolean {
  return (
    RECORDINGS.has(firstWordOf(lineOf(candidate.text, FIELD_AT.form))) &&
    found.some((one) => one?.field === 'title' && namesMaker(one.unit))
  );
}

function raised(one: ScoredSearchCandidate, by: number): ScoredSearchCandidate {
  return { ...one, score: one.score + by };
}
