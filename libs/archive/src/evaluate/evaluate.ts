import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Clock } from '@bridge/kernel';
import { intervalOf, type MeanWithConfidenceInterval, meanOf } from './sample-mean.ts';

/** Number of search hits that nDCG@12 and MRR consider; RECALL is that of recall@50. */
const PAGE = 12;
const RECALL = 50;

const judgedQuery = z.object({
  qid: z.string(),
  query: z.string(),
  type: z.string(),
  relevant: z.array(
    z.object({ source: z.string(), id: z.string(), grade: z.number().int().min(1).max(3) }),
  ),
});
/** A test query with the records that answer it, graded 1 to 3 by a person. */
export type JudgedQuery = z.infer<typeof judgedQuery>;

/** Scores of the hits of one test query: order (nDCG@12), place of the first relevant hit, share of relevant records found. */
export interface QueryScore {
  readonly qid: string;
  readonly query: string;
  readonly type: string;
  readonly ndcg: number;
  readonly reciprocalRank: number;
  readonly recall: number;
  readonly hits: number;
  readonly ms: number;
}

/** Search quality over a set of test queries: means, times, and the scores of each query. */
export interface SearchEvaluationResult {
  readonly queries: number;
  readonly ndcg: number;
  readonly mrr: number;
  readonly recall: number;
  /** The means of nDCG@12, MRR and recall@50, each with its 95 % bootstrap interval. */
  readonly intervals: Readonly<Record<'ndcg' | 'mrr' | 'recall', MeanWithConfidenceInterval>>;
  readonly zeroRate: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly types: readonly {
    readonly type: string;
    readonly queries: number;
    readonly ndcg: number;
  }[];
  readonly worst: readonly QueryScore[];
  readonly scores: readonly QueryScore[];
}

/** Reads test queries from a file with one JSON object per line. Throws errors of the file system and zod. */
export async function readJudged(path: string): Promise<JudgedQuery[]> {
  const queries: JudgedQuery[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() !== '') queries.push(judgedQuery.parse(JSON.parse(line)));
  }
  return queries;
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, PAGE)
    .reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A function that runs a search and returns up to `limit` records, best first. */
export type RecordSearchFunction = (
  query: string,
  limit: number,
) => Promise<readonly { readonly source: string; readonly sourceId: string }[]>;

/** Runs the search for one test query and scores its hits by the grades of the query. Throws service_unavailable. */
export async function judge(
  judged: JudgedQuery,
  search: RecordSearchFunction,
  clock: Clock,
): Promise<QueryScore> {
  const grades = new Map(
    judged.relevant.map(({ source, id, grade }) => [`${source} ${id}`, grade]),
  );
  const started = clock.monotonic();
  const found = await search(judged.query, RECALL);
  const ms = clock.monotonic() - started;
  // A separate search for 12 hits: the search merges near-duplicates within a result page, so the first 12 of 50 hits may
  // differ.
  const page = (await search(judged.query, PAGE)).map(
    ({ source, sourceId }) => grades.get(`${source} ${sourceId}`) ?? 0,
  );
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  const first = page.findIndex((grade) => grade > 0);
  const recalled = found.filter(({ source, sourceId }) =>
    grades.has(`${source} ${sourceId}`),
  ).length;
  return {
    qid: judged.qid,
    query: judged.query,
    type: judged.type,
    ndcg: ideal === 0 ? 0 : gain(page) / ideal,
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    recall: recalled / Math.min(RECALL, Math.max(1, grades.size)),
    hits: found.length,
    ms,
  };
}

/** Scores all test queries with `judgeOne`, one after the other, and returns means, times, and scores by query type. */
export async function evaluate(
  queries: readonly JudgedQuery[],
  judgeOne: (query: JudgedQuery) => Promise<QueryScore>,
): Promise<SearchEvaluationResult> {
  const scores: QueryScore[] = [];
  for (const query of queries) scores.push(await judgeOne(query));
  return evaluationOf(scores);
}

/** Returns the evaluation for the scores of test queries: means, overall and by query type, times and the ten worst queries. */
export function evaluationOf(scores: readonly QueryScore[]): SearchEvaluationResult {
  const types = [...new Set(scores.map(({ type }) => type))].sort().map((type) => {
    const own = scores.filter((score) => score.type === type);
    return { type, queries: own.length, ndcg: meanOf(own.map(({ ndcg }) => ndcg)) };
  });
  const intervals = {
    ndcg: intervalOf(scores.map(({ ndcg }) => ndcg)),
    mrr: intervalOf(scores.map(({ reciprocalRank }) => reciprocalRank)),
    recall: intervalOf(scores.map(({ recall }) => recall)),
  };
  const times = scores.map(({ ms }) => ms);
  return {
    queries: scores.length,
    ndcg: intervals.ndcg.mean,
    mrr: intervals.mrr.mean,
    recall: intervals.recall.mean,
    intervals,
    zeroRate: meanOf(scores.map(({ hits }) => (hits === 0 ? 1 : 0))),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    types,
    worst: [...scores].sort((a, b) => a.ndcg - b.ndcg).slice(0, 10),
    scores,
  };
}
