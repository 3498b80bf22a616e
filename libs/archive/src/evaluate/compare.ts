import { z } from 'zod';
import type { QueryScore } from './evaluate.ts';
import { intervalOf, type MeanInterval } from './sample-mean.ts';

const savedRun = z.object({
  scores: z.array(z.object({ qid: z.string(), ndcg: z.number() })),
});
/** The query scores of a saved evaluation. */
export type SavedEvaluation = z.infer<typeof savedRun>;

/** Parses an evaluation written by `archive eval --save`. Throws errors of JSON.parse and zod. */
export function parseSavedRun(text: string): SavedEvaluation {
  return savedRun.parse(JSON.parse(text));
}

/** A query whose nDCG@12 differs between two runs. */
export interface ChangedQuery {
  readonly qid: string;
  readonly query: string;
  readonly before: number;
  readonly after: number;
}

/** The differences between a saved and a new evaluation, over their common queries. */
export interface EvaluationComparison {
  readonly queries: number;
  /** Mean of the differences per query with its 95 % interval; an interval without 0 is statistically significant. */
  readonly difference: MeanInterval;
  /** Queries whose score changed, largest absolute difference first. */
  readonly changed: readonly ChangedQuery[];
}

/** Score differences below this are rounding errors. */
const SAME = 0.0005;

/** Compares two evaluations by the ids of their queries. */
export function compareRuns(
  before: SavedEvaluation['scores'],
  after: readonly QueryScore[],
): EvaluationComparison {
  const known = new Map(before.map(({ qid, ndcg }) => [qid, ndcg]));
  const pairs = after.flatMap(({ qid, query, ndcg }) => {
    const old = known.get(qid);
    return old === undefined ? [] : [{ qid, query, before: old, after: ndcg }];
  });
  const changeOf = (one: ChangedQuery): number => Math.abs(one.after - one.before);
  return {
    queries: pairs.length,
    difference: intervalOf(pairs.map((one) => one.after - one.before)),
    changed: pairs.filter((one) => changeOf(one) > SAME).sort((a, b) => changeOf(b) - changeOf(a)),
  };
}
