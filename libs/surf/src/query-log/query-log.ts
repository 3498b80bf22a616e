import { AGENT_KEY_SEARCH, type Clock, type Logger } from '@bridge/kernel';
import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileNames, LOG_FILE } from './log-files.ts';

/** Size in bytes above which the query log continues in a new file. */
export const LOG_FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum number of query log files in the folder; the oldest files are removed. */
export const LOG_FILES_MAX = 4;
/**
 * Maximum number of characters that wait for the next write to the log. Further queries are not logged until that write begins.
 */
const COLLECTED_CHARS_MAX = 256 * 1024;
/** Time between a query and the write of all queries that were collected since, ms. */
const FLUSH_MS = 1_000;

/** The dependencies of a QueryLog, which appends search queries to files. */
export interface QueryLogDeps {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Appends the queries of agents to files of a folder: text, number of results and time, nothing about the caller. A
 * query that contains an agent key is not logged. Never delays or fails a search: a write failure is logged once, and
 * the queries of that write are dropped. Spec: search.query-log.
 */
export class QueryLog {
  readonly #deps: QueryLogDeps;
  #lines = '';
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #hasFailed = false;

  constructor(deps: QueryLogDeps) {
    this.#deps = deps;
  }

  /** Adds a query with its number of results. */
  add(query: string, results: number): void {
    if (query.search(AGENT_KEY_SEARCH) !== -1 || this.#lines.length > COLLECTED_CHARS_MAX) return;
    const time = new Date(this.#deps.clock.now()).toISOString();
    this.#lines += `${JSON.stringify({ time, query, results })}\n`;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the collected queries; resolves when they are written or dropped. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#lines !== '') this.#writing ??= this.#writeAll();
    return this.#writing ?? Promise.resolve();
  }

  /** Writes one batch after the other: while the disk hangs, one batch is written and at most one more is collected. */
  async #writeAll(): Promise<void> {
    while (this.#lines !== '') {
      const lines = this.#lines;
      this.#lines = '';
      await this.#write(lines);
    }
    this.#writing = null;
  }

  async #write(lines: string): Promise<void> {
    const { folder, log } = this.#deps;
    try {
      await mkdir(folder, { recursive: true });
      const file = join(folder, LOG_FILE);
      const size = (await stat(file).catch(() => null))?.size ?? 0;
      if (size > 0 && size + Buffer.byteLength(lines) > LOG_FILE_BYTES_MAX)
        await this.#rotate(file);
      // A query may contain personal data, so only the operator's account can read the file.
      await appendFile(file, lines, { mode: 0o600 });
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error, folder }, 'query_log_not_written');
      this.#hasFailed = true;
    }
  }

  async #rotate(file: string): Promise<void> {
    const { folder, clock } = this.#deps;
    const time = new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
    await rename(file, join(folder, `queries-${time}.jsonl`));
    const rotated = logFileNames(await readdir(folder)).filter((name) => name !== LOG_FILE);
    for (const old of rotated.slice(0, Math.max(0, rotated.length - LOG_FILES_MAX + 1)))
      await rm(join(folder, old), { force: true });
  }
}
