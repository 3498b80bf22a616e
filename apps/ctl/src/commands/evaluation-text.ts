import type {
  EvaluationComparison,
  CrossValidationResult,
  SearchEvaluationResult,
  MeanWithConfidenceInterval,
} from '@bridge/archive';

/** The evaluation of the search by the test queries of one file. */
export interface TestQueryFileEvaluation {
  readonly name: string;
  readonly evaluation: SearchEvaluationResult;
}

/** The result of `archive eval`: the evaluation by all test queries together, and by those of each file (`sets`). */
export interface SearchQualityReport extends SearchEvaluationResult {
  readonly sets: readonly TestQueryFileEvaluation[];
  /** For each feature of the search that can be switched off, the nDCG@12 without it of each query file, ordered as `sets`. */
  readonly ablation?: readonly { readonly name: string; readonly sets: readonly number[] }[];
  readonly validation?: CrossValidationResult;
  readonly comparison?: EvaluationComparison;
}

const CHANGED_MAX = 30;

/** Formats the result of `archive eval` as text. */
export function evaluationReportText(report: SearchQualityReport): string {
  const { sets, ablation, validation, comparison } = report;
  return [
    ...sets.flatMap(({ name, evaluation }) =>
      sets.length === 1 ? setLines(evaluation) : [name, ...setLines(evaluation), ''],
    ),
    ...(sets.length === 1 ? [] : ['all files', summaryLine(report)]),
    ...(ablation === undefined ? [] : ['', ...ablationLines(sets, ablation)]),
    ...(validation === undefined ? [] : ['', ...validationLines(validation)]),
    ...(comparison === undefined ? [] : ['', ...comparisonLines(comparison)]),
  ].join('\n');
}

function withBounds({ mean, low, high }: MeanWithConfidenceInterval): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

function summaryLine({ queries, intervals, zeroRate }: SearchEvaluationResult): string {
  return `${queries} queries: nDCG@12 ${withBounds(intervals.ndcg)}, MRR ${withBounds(intervals.mrr)}, recall@50 ${withBounds(intervals.recall)}, without a result ${(zeroRate * 100).toFixed(1)} %`;
}

function setLines(evaluation: SearchEvaluationResult): string[] {
  const { p50Ms, p95Ms, types, worst } = evaluation;
  return [
    summaryLine(evaluation),
    `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`,
    '',
    ...types.map(
      (one) => `${one.type.padEnd(24)} ${String(one.queries).padStart(3)}  ${one.ndcg.toFixed(3)}`,
    ),
    '',
    'The ten queries with the lowest nDCG@12:',
    ...worst.map((one) => `${one.ndcg.toFixed(3)}  ${one.type.padEnd(20)} ${one.query}`),
  ];
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(3)}`;
}

function ablationLines(
  sets: readonly TestQueryFileEvaluation[],
  ablation: NonNullable<SearchQualityReport['ablation']>,
): string[] {
  const width = Math.max(...ablation.map(({ name }) => name.length));
  return [
    'nDCG@12 by file with one part of the search switched off, and the difference:',
    ...ablation.map(({ name, sets: own }) => {
      const cells = own.map(
        (ndcg, at) => `${ndcg.toFixed(3)} ${signed(ndcg - (sets[at]?.evaluation.ndcg ?? 0))}`,
      );
      return `${name.padEnd(width)}  ${cells.join('  ')}`;
    }),
  ];
}

function validationLines({ ndcg, folds }: CrossValidationResult): string[] {
  return [
    `Cross-validated with ${folds.length} folds: nDCG@12 ${ndcg.toFixed(3)}`,
    ...folds.map(
      (fold, at) =>
        `fold ${at + 1}  ${String(fold.queries).padStart(3)} queries  ${fold.ndcg.toFixed(3)}  chosen on the others: ${fold.chosen}`,
    ),
  ];
}

function comparisonLines({ queries, difference, changed }: EvaluationComparison): string[] {
  return [
    `Against the saved run, ${queries} queries: nDCG@12 ${signed(difference.mean)} (${signed(difference.low)} to ${signed(difference.high)}), ${changed.length} changed`,
    ...changed
      .slice(0, CHANGED_MAX)
      .map(
        ({ query, before, after }) =>
          `${signed(after - before)}  ${before.toFixed(3)} to ${after.toFixed(3)}  ${query}`,
      ),
  ];
}
