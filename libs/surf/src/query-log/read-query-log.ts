import { fold } from '@bridge/search';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { logFileNames } from './log-files.ts';

/** Maximum number of different queries in a summary. Further ones are counted only in `searches`. */
const QUERIES_MAX = 100_000;

const logLine = z.object({
  time: z.iso.datetime(),
  query: z.string().min(1).max(2_000),
  results: z.number().int().min(0),
});

/** A search query and the number of its searches. Spellings that differ in case, accents or blanks count as one query. */
export interface CountedLoggedQuery {
  /** The query as it was typed in its latest search. */
  query: string;
  times: number;
  /** Number of results of the latest search for this query. */
  results: number;
  /** Time of the latest search for this query, ISO 8601. */
  last: string;
}

/** The different search queries in log files, with the number of searches for each. */
export interface QueryLogSummary {
  /** Sorted: queries without results first, then by decreasing number of searches. */
  readonly queries: readonly CountedLoggedQuery[];
  readonly searches: number;
  readonly files: number;
  /** Number of lines that are not log entries. */
  readonly unreadable: number;
}

/** Counts the queries in log files. A path of a folder stands for all log files in it. Throws the errors of the file system. */
export async function readQueryLog(paths: readonly string[]): Promise<QueryLogSummary> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  const queries = new Map<string, CountedLoggedQuery>();
  let [searches, unreadable] = [0, 0];
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const read = parseLogLine(line);
      if (read === null) unreadable += line.trim() === '' ? 0 : 1;
      else {
        searches += 1;
        count(queries, read);
      }
    }
  }
  const sorted = [...queries.values()].sort(
    (a, b) =>
      Number(a.results > 0) - Number(b.results > 0) ||
      b.times - a.times ||
      (a.query < b.query ? -1 : 1),
  );
  return { queries: sorted, searches, files: files.length, unreadable };
}

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  return logFileNames(await readdir(path)).map((name) => join(path, name));
}

function parseLogLine(line: string): z.infer<typeof logLine> | null {
  try {
    return logLine.parse(JSON.parse(line));
  } catch {
    // A killed process may leave a truncated last line.
    return null;
  }
}

function count(
  queries: Map<string, CountedLoggedQuery>,
  { query, results, time }: z.infer<typeof logLine>,
): void {
  const key = fold(query).replace(/\s+/g, ' ').trim();
  const known = queries.get(key);
  if (known === undefined) {
    if (queries.size < QUERIES_MAX) queries.set(key, { query, times: 1, results, last: time });
    return;
  }
  known.times += 1;
  if (time < known.last) return;
  known.query = query;
  known.results = results;
  known.last = time;
}
