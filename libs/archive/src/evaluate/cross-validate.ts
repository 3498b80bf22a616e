import type { QueryScore } from './evaluate.ts';
import { meanOf } from './sample-mean.ts';

/** Name of a search configuration (weights and switches of the search), and the scores of all test queries with it. */
export interface SearchConfigurationScores {
  readonly name: string;
  readonly scores: readonly QueryScore[];
}

/** Result of one fold (part of the queries): the configuration that is best on all other folds, and its score on this one. */
export interface CrossValidationFoldResult {
  readonly queries: number;
  readonly chosen: string;
  readonly ndcg: number;
}

/** Result of a cross-validation: each test query is scored with the configuration that is best on other queries. */
export interface CrossValidationResult {
  /** Mean nDCG@12 over all queries, each with the configuration that was chosen for its fold. */
  readonly ndcg: number;
  readonly folds: readonly CrossValidationFoldResult[];
}

/** Estimates by cross-validation how good the best configuration is on new queries. Query n is in fold n modulo `count`. */
export function crossValidate(
  runs: readonly SearchConfigurationScores[],
  count: number,
): CrossValidationResult {
  const ndcgIn = ({ scores }: SearchConfigurationScores, isIn: (at: number) => boolean): number[] =>
    scores.filter((_, at) => isIn(at)).map(({ ndcg }) => ndcg);
  const own: number[] = [];
  const folds = Array.from({ length: count }, (_, fold): CrossValidationFoldResult => {
    const outside = (run: SearchConfigurationScores): number =>
      meanOf(ndcgIn(run, (at) => at % count !== fold));
    const [best] = [...runs].sort((a, b) => outside(b) - outside(a));
    const scores = best === undefined ? [] : ndcgIn(best, (at) => at % count === fold);
    own.push(...scores);
    return { queries: scores.length, chosen: best?.name ?? '', ndcg: meanOf(scores) };
  });
  return { ndcg: meanOf(own), folds };
}
