import pg from 'pg';
import { ANSWER_MS_MAX } from './patience.ts';
import { isAway } from './pg-errors.ts';

/**
 * Number of connections that the prepared reads of a process share, each with many reads in flight (`pipeline` of pg).
 * A small read then costs a third of a read on a connection of its own. There are two, so that a broken one does not
 * stop all reads. ADR 011.
 */
const CONNECTIONS = 2;
/**
 * Maximum number of reads in flight on the first connection; further reads use the other one. Replies on one connection
 * arrive together, and wake this process and the database half as often.
 */
const IN_FLIGHT_MAX = 16;
/**
 * Time in ms without a reply after which a connection counts as blocked by a slow read; new reads then use the other
 * connection.
 */
const SLOW_READ_MS = 10;

/** True for a read that timed out; it is not sent again. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** Runs short reads that hold no lock, as the `query` of a pool. */
export interface SharedReads {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** One connection, opened on demand and again after it broke. */
class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #opened: Promise<pg.Client> | null = null;
  /** Number of reads that wait for a reply. */
  inFlight = 0;
  /** Time at which the oldest pending read became the first one, in ms of the monotonic clock. */
  #since = 0;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
  }

  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.inFlight === 0) this.#since = performance.now();
    this.inFlight += 1;
    try {
      const client = await (this.#opened ??= this.#open());
      return await client.query(statement);
    } finally {
      this.inFlight -= 1;
      this.#since = performance.now();
    }
  }

  /** True when this connection should receive the next read. */
  takesMore(): boolean {
    if (this.inFlight === 0) return true;
    return this.inFlight < IN_FLIGHT_MAX && performance.now() - this.#since < SLOW_READ_MS;
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
    // The pending reads fail by themselves; the next read opens a new connection.
    const forget = (): void => {
      if (this.#opened === opened) this.#opened = null;
    };
    client.on('error', forget).on('end', forget);
    return opened;
  }
}

/**
 * Makes the connections that prepared reads share (ADR 011). It connects at the first read. `config` is that of the pool. A
 * reply that does not arrive in time closes the connection, because every later read on it would wait too.
 */
export function openSharedReads(
  config: pg.ClientConfig,
  timeoutMs: number = ANSWER_MS_MAX,
): SharedReads {
  const connections = Array.from(
    { length: CONNECTIONS },
    () => new PipelinedConnection({ ...config, pipeline: true, query_timeout: timeoutMs }),
  );
  const pick = (): PipelinedConnection =>
    connections.find((connection) => connection.takesMore()) ??
    connections.reduce((a, b) => (b.inFlight < a.inFlight ? b : a));
  return {
    query: async (statement) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pick().query(statement);
        } catch (error) {
          // A broken connection fails all its reads. A read has no effect, so it is sent again, at most twice.
          if (attempt > CONNECTIONS || !isAway(error) || isTimeout(error)) throw error;
        }
      }
    },
    close: async () =>
      void (await Promise.all(connections.map((connection) => connection.close()))),
  };
}
