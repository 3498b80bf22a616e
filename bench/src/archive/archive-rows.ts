import { judge, type Evaluation, type JudgedQuery, type QueryScore } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import type { Archive } from '@bridge/surf';
import { row, type Row } from '../table.ts';
import type { ImportCost } from './run-import.ts';

/** Prints a line of progress. */
export type Say = (text: string) => void;

/** A row that compares a value with a fixed bound. */
export function goal(
  name: string,
  [value, unit]: readonly [number, string],
  bound: readonly ['>=' | '<=', number],
): Row {
  const made = row(name, [value, unit], [bound[1], unit], [bound[0], 1]);
  // A share between 0 and 1 needs decimals.
  const digits = (one: number): string =>
    unit === '' ? one.toFixed(3) : `${one.toFixed(1)} ${unit}`;
  return { ...made, ours: digits(value), peer: digits(bound[1]), goal: bound[0] };
}

/** No rows when the system does not report memory: a figure of 0 would meet every goal. */
export function memoryRows(name: string, { peakMb }: ImportCost): Row[] {
  return peakMb === 0 ? [] : [goal(`${name}, memory`, [peakMb, 'MB'], ['<=', 300])];
}

/** The rows of an import that may take this many seconds. */
export function importRows(name: string, cost: ImportCost, seconds: number): Row[] {
  return [
    goal(`${name}, seconds`, [cost.seconds, 's'], ['<=', seconds]),
    // On a shared machine CPU time is more reliable than elapsed time.
    goal(`${name}, CPU of two cores`, [cost.cpuSeconds / 2, 's'], ['<=', seconds]),
    ...memoryRows(name, cost),
  ];
}

/** The rows of the quality of search. */
export function qualityRows(name: string, { ndcg, zeroRate, types }: Evaluation): Row[] {
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

/** Prints the quality by type of query, and the ten worst queries. */
export function printQuality(say: Say, { types, worst }: Evaluation): void {
  for (const { type, queries, ndcg } of types)
    say(`${type.padEnd(22)} ${String(queries).padStart(3)}  ${ndcg.toFixed(3)}`);
  say('the ten worst:');
  for (const { ndcg, type, query } of worst) say(`${ndcg.toFixed(3)}  ${type.padEnd(20)} ${query}`);
}

/** Judges the result of one query. */
export function judged(archive: Archive, query: JudgedQuery): Promise<QueryScore> {
  return judge(query, (text, limit) => archive.records(text, limit), systemClock);
}
