import {
  compareRuns,
  type SearchConfigurationScores,
  crossValidate,
  evaluate,
  evaluationOf,
  judge,
  type JudgedQuery,
  parseSavedRun,
  type QueryScore,
  readJudged,
  type SavedEvaluationScores,
} from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import type { NamedSearchOptions, SearchOptions } from '@bridge/surf';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type CtlCommand,
  type CommandInput,
  optional,
  checkOutput,
  unreadable,
  CommandUsageError,
  writeOutput,
} from '../command.ts';
import { complain } from '../terminal.ts';
import type { SearchFunctionFactory } from './archive-tool.ts';
import {
  type SearchQualityReport,
  evaluationReportText,
  type TestQueryFileEvaluation,
} from './evaluation-text.ts';
import { withArchive } from './with-archive.ts';

const FOLDS_MAX = 20;

/** A file of test queries, each with the relevant records, graded by a person. */
interface TestQueryFile {
  readonly name: string;
  readonly queries: readonly JudgedQuery[];
}

/** The parsed flags of `archive eval`. `before`: the saved evaluation that `--compare` names, or null without this flag. */
interface EvalOptions {
  readonly isAblation: boolean;
  readonly folds: number;
  readonly before: SavedEvaluationScores | null;
}

/** `ctl archive eval`: measures the quality of the search by test queries, for which a person graded the relevant records. */
export const archiveEval: CtlCommand = {
  name: 'archive eval',
  about:
    'Evaluates the search with judged queries: nDCG@12, MRR and recall@50 with their 95 % bootstrap intervals, times, by type.',
  usage: '<queries.jsonl>… [flags]',
  argumentsMax: Infinity,
  options: {
    ablation: { type: 'boolean' },
    folds: { type: 'string' },
    save: { type: 'string' },
    compare: { type: 'string' },
    force: { type: 'boolean' },
  },
  help: [
    ['--ablation', 'evaluates also without each class of the search in turn'],
    [
      '--folds N',
      'cross-validates the classes and weights: each of N folds is scored with those that are best on the others',
    ],
    ['--save FILE', 'writes the evaluation as JSON'],
    ['--compare FILE', 'compares with an evaluation that was saved'],
    ['--force', 'replaces a saved evaluation that exists'],
  ],
  run: async (given) => {
    const files = await judgedFiles(given.positionals);
    const options = evalOptionsOf(given);
    const file = optional(given, 'save');
    if (file !== undefined) checkOutput(given, 'save', file);
    return withArchive(given.settings, async (tool) => {
      const report = await tool.searching((searchWith) => reportOf(files, options, searchWith));
      if (file !== undefined) writeOutput(given, 'save', file, JSON.stringify(report));
      return { json: report, text: evaluationReportText(report) };
    });
  },
};

async function judgedFiles(paths: readonly string[]): Promise<TestQueryFile[]> {
  if (paths.length === 0)
    throw new CommandUsageError('Give the files of judged queries, one JSON object per line.');
  const files: TestQueryFile[] = [];
  for (const path of paths) {
    const queries = await readJudged(path).catch((error: unknown) => {
      throw unreadable(path, 'judged queries', error);
    });
    files.push({ name: basename(path), queries: gradedOf(path, queries) });
  }
  return files;
}

/**
 * Returns the queries of a file that have at least one graded record, and prints how many have none. Throws CommandUsageError
 * when no query has one.
 */
function gradedOf(path: string, queries: readonly JudgedQuery[]): readonly JudgedQuery[] {
  const graded = queries.filter(({ relevant }) => relevant.length > 0);
  if (graded.length === 0)
    throw new CommandUsageError(
      `${path} has no graded query: add records with a grade to "relevant".`,
    );
  if (graded.length < queries.length)
    complain(
      `${path}: ${queries.length - graded.length} of ${queries.length} queries are not graded and are left out.`,
    );
  return graded;
}

function evalOptionsOf(given: CommandInput): EvalOptions {
  const text = optional(given, 'folds');
  const folds = text === undefined ? 0 : Number(text);
  if (text !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= FOLDS_MAX))
    throw new CommandUsageError(`--folds must be a number from 2 to ${FOLDS_MAX}.`);
  const file = optional(given, 'compare');
  return {
    isAblation: given.values['ablation'] === true,
    folds,
    before: file === undefined ? null : savedIn(file),
  };
}

function savedIn(file: string): SavedEvaluationScores {
  try {
    return parseSavedRun(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unreadable(file, 'a saved evaluation', error);
  }
}

async function reportOf(
  files: readonly TestQueryFile[],
  { isAblation, folds, before }: EvalOptions,
  searchWith: SearchFunctionFactory,
): Promise<SearchQualityReport> {
  const scoresWith = async (options?: SearchOptions): Promise<QueryScore[]> => {
    const search = searchWith(options);
    const queries = files.flatMap((file) => file.queries);
    return [...(await evaluate(queries, (query) => judge(query, search, systemClock))).scores];
  };
  const scores = await scoresWith();
  const setsOf = (all: readonly QueryScore[]): TestQueryFileEvaluation[] => {
    let from = 0;
    return files.map(({ name, queries }) => {
      const own = all.slice(from, from + queries.length);
      from += queries.length;
      return { name, evaluation: evaluationOf(own) };
    });
  };
  const { ablations, reweightings } = await import('@bridge/surf');
  const run = async ({
    name,
    options,
  }: NamedSearchOptions): Promise<SearchConfigurationScores> => ({
    name,
    scores: await scoresWith(options),
  });
  const runs: SearchConfigurationScores[] = [];
  if (isAblation || folds > 0) for (const one of ablations()) runs.push(await run(one));
  const weighted: SearchConfigurationScores[] = [];
  if (folds > 0) for (const one of reweightings()) weighted.push(await run(one));
  const product = { name: 'as it is', scores };
  return {
    ...evaluationOf(scores),
    sets: setsOf(scores),
    ...(isAblation
      ? { ablation: runs.map(({ name, scores: own }) => ({ name, sets: setsOf(own).map(ndcgOf) })) }
      : {}),
    ...(folds > 0 ? { validation: crossValidate([product, ...runs, ...weighted], folds) } : {}),
    ...(before === null ? {} : { comparison: compareRuns(before.scores, scores) }),
  };
}

function ndcgOf({ evaluation }: TestQueryFileEvaluation): number {
  return evaluation.ndcg;
}
