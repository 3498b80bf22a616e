import {
  judge,
  type SearchEvaluationResult,
  type JudgedQuery,
  type QueryScore,
} from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import type { ArchiveSearcher } from '@bridge/surf';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import type { ImportCost } from './run-import.ts';

/** Makes a row of the bench table that compares a measured value with a fixed limit. */
export function goal(
  name: string,
  [value, unit]: readonly [number, string],
  bound: readonly ['>=' | '<=', number],
): BenchComparisonRow {
  const made = row(name, [value, unit], [bound[1], unit], [bound[0], 1]);
  // A value without a unit is between 0 and 1, so it needs decimals.
  const digits = (one: number): string =>
    unit === '' ? one.toFixed(3) : `${one.toFixed(1)} ${unit}`;
  return { ...made, ours: digits(value), peer: digits(bound[1]), goal: bound[0] };
}

/**
 * Makes the row of the bench table for peak memory. Makes none on a system that does not report memory, because the value 0
 * would meet every limit.
 */
export function memoryRows(name: string, { peakMb }: ImportCost): BenchComparisonRow[] {
  return peakMb === 0 ? [] : [goal(`${name}, memory`, [peakMb, 'MB'], ['<=', 300])];
}

/**
 * Makes the rows of the bench table for an import. The limit for elapsed time, and for CPU time divided by two cores, is
 * `seconds`.
 */
export function importRows(name: string, cost: ImportCost, seconds: number): BenchComparisonRow[] {
  return [
    goal(`${name}, seconds`, [cost.seconds, 's'], ['<=', seconds]),
    // CPU time has the same limit, because elapsed time is unreliable on a shared machine.
    goal(`${name}, CPU of two cores`, [cost.cpuSeconds / 2, 's'], ['<=', seconds]),
    ...memoryRows(name, cost),
  ];
}

/** Makes the rows of the bench table for search quality. */
export function qualityRows(
  name: string,
  { ndcg, zeroRate, types }: SearchEvaluationResult,
): BenchComparisonRow[] {
  const of = (start: string): number => {
    const own = types.filter(({ type }) => type.startsWith(start));
    const queries = own.reduce((sum, one) => sum + one.queries, 0);
    return own.reduce((sum, one) => sum + one.ndcg * one.queries, 0) / Math.max(1, queries);
  };
  return [
    goal(`${name}: nDCG@12`, [ndcg, ''], ['>=', 0.92]),
    goal(`${name}: queries with a result`, [1 - zeroRate, ''], ['>=', 1]),
    goal(`${name}: identifiers`, [of('identifier'), ''], ['>=', 1]),
    goal(`${name}: mis-typed makers`, [of('creator-typo'), ''], ['>=', 0.95]),
  ];
}

/** Prints search quality for each type of query, and the ten queries with the worst results. */
export function printQuality(say: ProgressPrinter, { types, worst }: SearchEvaluationResult): void {
  for (const { type, queries, ndcg } of types)
    say(`${type.padEnd(22)} ${String(queries).padStart(3)}  ${ndcg.toFixed(3)}`);
  say('the ten worst:');
  for (const { ndcg, type, query } of worst) say(`${ndcg.toFixed(3)}  ${type.padEnd(20)} ${query}`);
}

/** Searches for a judged query, whose relevant records are known, and scores the result. */
export function judged(archive: ArchiveSearcher, query: JudgedQuery): Promise<QueryScore> {
  return judge(query, (text, limit) => archive.records(text, limit), systemClock);
}
