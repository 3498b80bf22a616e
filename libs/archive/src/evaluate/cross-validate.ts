import type { QueryScore } from './evaluate.ts';
import { meanOf } from './sample-mean.ts';

/** Name of a search configuration, and the scores of all queries with it. */
export interface ConfigurationRun {
  readonly name: string;
  readonly scores: readonly QueryScore[];
}

/** Result of one fold: the configuration that is best on all other folds, and its score on this fold. */
export interface FoldResult {
  readonly queries: number;
  readonly chosen: string;
  readonly ndcg: number;
}

/** Result of a cross-validation: each query is scored with a configuration chosen on other queries. */
export interface CrossValidation {
  /** Mean nDCG@12 over all queries, each scored in its fold. */
  readonly ndcg: number;
  readonly folds: readonly FoldResult[];
}

/** Cross-validates the choice of a configuration; query number n belongs to fold n modulo `count`. */
export function crossValidate(runs: readonly ConfigurationRun[], count: number): CrossValidation {
  const ndcgIn = ({ scores }: ConfigurationRun, isIn: (at: number) => boolean): number[] =>
    scores.filter((_, at) => isIn(at)).map(({ ndcg }) => ndcg);
  const own: number[] = [];
  const folds = Array.from({ length: count }, (_, fold): FoldResult => {
    const outside = (run: ConfigurationRun): number =>
      meanOf(ndcgIn(run, (at) => at % count !== fold));
    const [best] = [...runs].sort((a, b) => outside(b) - outside(a));
    const scores = best === undefined ? [] : ndcgIn(best, (at) => at % count === fold);
    own.push(...scores);
    return { queries: scores.length, chosen: best?.name ?? '', ndcg: meanOf(scores) };
  });
  return { ndcg: meanOf(own), folds };
}
