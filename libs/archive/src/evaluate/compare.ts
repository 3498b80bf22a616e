import { z } from 'zod';
import type { QueryScore } from './evaluate.ts';
import { intervalOf, type MeanWithConfidenceInterval } from './sample-mean.ts';

const savedRun = z.object({
  scores: z.array(z.object({ qid: z.string(), query: z.string(), ndcg: z.number() })),
});
/** The nDCG@12 score of each test query, read from an evaluation that `archive eval --save` wrote. */
export type SavedEvaluationScores = z.infer<typeof savedRun>;

/** Parses a file that `archive eval --save` wrote. Throws errors of JSON.parse and zod. */
export function parseSavedRun(text: string): SavedEvaluationScores {
  return savedRun.parse(JSON.parse(text));
}

/** A test query whose score (nDCG@12) differs between two evaluations of the search. */
export interface QueryScoreChange {
  readonly qid: string;
  readonly query: string;
  readonly before: number;
  readonly after: number;
}

/** The differences between a saved and a new evaluation of the search, for the queries that both contain. */
export interface EvaluationComparison {
  readonly queries: number;
  /** Mean score difference of all queries with its 95 % interval; an interval without 0 is statistically significant. */
  readonly difference: MeanWithConfidenceInterval;
  /** Queries whose score changed, largest absolute difference first. */
  readonly changed: readonly QueryScoreChange[];
}

/** Score differences up to this value are rounding errors and no change. */
const SAME = 0.0005;

/** Compares a saved evaluation with a new one by id and text of each query, because several files may have the same ids. */
export function compareRuns(
  before: SavedEvaluationScores['scores'],
  after: readonly QueryScore[],
): EvaluationComparison {
  const keyOf = ({ qid, query }: { readonly qid: string; readonly query: string }): string =>
    JSON.stringify([qid, query]);
  const known = new Map(before.map((one) => [keyOf(one), one.ndcg]));
  const pairs = after.flatMap((one) => {
    const { qid, query, ndcg } = one;
    const old = known.get(keyOf(one));
    return old === undefined ? [] : [{ qid, query, before: old, after: ndcg }];
  });
  const changeOf = (one: QueryScoreChange): number => Math.abs(one.after - one.before);
  return {
    queries: pairs.length,
    difference: intervalOf(pairs.map((one) => one.after - one.before)),
    changed: pairs.filter((one) => changeOf(one) > SAME).sort((a, b) => changeOf(b) - changeOf(a)),
  };
}
