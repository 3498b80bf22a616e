import pg from 'pg';
import { ANSWER_MS_MAX } from './patience.ts';
import { isAway } from './pg-errors.ts';

/**
 * Connections that the named reads of a process share, each with many of them on the way at once: a small read then
 * costs a third of what it costs on a connection of its own. Two, so that one that breaks does not stop them all.
 */
const CONNECTIONS = 2;
/**
 * So many are on their way on the first before the other is used: what goes over one connection comes back together, and
 * wakes this process and the database half as often.
 */
const TOGETHER_MAX = 16;
/** A connection that has answered nothing for so long has a slow read in front: who comes now takes the other. */
const STANDS_MS = 10;

/** Who waited once has waited long enough. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** Runs short reads that hold no lock; the same promise as a pool's `query`. */
export interface SharedReads {
  query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** One connection, opened when it is first needed and again after it broke. */
class Line {
  readonly #config: pg.ClientConfig;
  #opened: Promise<pg.Client> | null = null;
  /** Reads that have no answer yet. */
  waiting = 0;
  /** When the read in front came to be there. */
  #since = 0;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  async query(statement: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    if (this.waiting === 0) this.#since = performance.now();
    this.waiting += 1;
    try {
      const client = await (this.#opened ??= this.#open());
      return await client.query(statement, values);
    } finally {
      this.waiting -= 1;
      this.#since = performance.now();
    }
  }

  /** True when one more read is best sent with those on their way. */
  takesMore(): boolean {
    if (this.waiting === 0) return true;
    return this.waiting < TOGETHER_MAX && performance.now() - this.#since < STANDS_MS;
  }

  async close(): Promise<void> {
    const client = await this.#opened?.catch(() => null);
    await client?.end();
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const opened = client.connect().then(
      () => client,
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    // Those who wait are told by their own reads; the next one opens a new connection.
    const forget = (): void => {
      if (this.#opened === opened) this.#opened = null;
    };
    client.on('error', forget).on('end', forget);
    return opened;
  }
}

/**
 * Opens nothing before the first read. `config` is the pool's. An answer that is not there in time cuts the connection:
 * whatever is behind it would wait as well.
 */
export function sharedReads(
  config: pg.ClientConfig,
  timeoutMs: number = ANSWER_MS_MAX,
): SharedReads {
  const lines = Array.from(
    { length: CONNECTIONS },
    () => new Line({ ...config, pipeline: true, query_timeout: timeoutMs }),
  );
  const pick = (): Line =>
    lines.find((line) => line.takesMore()) ??
    lines.reduce((a, b) => (b.waiting < a.waiting ? b : a));
  return {
    query: async (statement, values) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pick().query(statement, values);
        } catch (error) {
          // A connection that broke takes all that was on its way with it; a read may simply be sent again, and once
          // more when the other connection breaks as well.
          if (attempt > CONNECTIONS || !isAway(error) || isTimeout(error)) throw error;
        }
      }
    },
    close: async () => void (await Promise.all(lines.map((line) => line.close()))),
  };
}
