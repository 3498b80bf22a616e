import pg from 'pg';
import { ANSWER_MS_MAX } from './patience.ts';
import { isAway } from './pg-errors.ts';

/**
 * Number of connections for prepared reads, each with many reads in flight (`pipeline` of pg). Such a read costs a third of a
 * read on a connection of its own. There are two, so that a broken one does not stop all reads. ADR 011.
 */
const CONNECTIONS = 2;
/**
 * Maximum number of pending reads on the first connection; further reads use the second. Replies that arrive together on one
 * connection wake the process less often.
 */
const IN_FLIGHT_MAX = 16;
/** Time in ms without a reply after which new reads use the other connection, because a slow read blocks this one. */
const SLOW_READ_MS = 10;

/** True when a read timed out; such a read is not repeated. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** Runs short reads without row locks on a few shared connections instead of one pooled connection each. */
export interface SharedReadConnections {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/**
 * A connection that sends reads without waiting for earlier replies. It is opened at the first read, and again after it broke.
 */
class PipelinedConnection {
  readonly #config: pg.ClientConfig;
  #opened: Promise<pg.Client> | null = null;
  /** Number of reads without a reply yet. */
  inFlight = 0;
  /** Time of the last reply, or of the first read after the connection was idle, in ms of the monotonic clock. */
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

  /** True when this connection has few pending reads and replies fast, so that the next read should use it. */
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
    // When the connection breaks, its pending reads fail. The next read then opens a new connection.
    const forget = (): void => {
      if (this.#opened === opened) this.#opened = null;
    };
    client.on('error', forget).on('end', forget);
    return opened;
  }
}

/**
 * Makes the connections for prepared reads (ADR 011); each is opened at its first read. A connection is closed when a reply is
 * missing for `timeoutMs`, because all later reads on it would wait too.
 */
export function openSharedReads(
  config: pg.ClientConfig,
  timeoutMs: number = ANSWER_MS_MAX,
): SharedReadConnections {
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
          // A broken connection fails all its pending reads. Reads have no effect, so each is repeated, at most twice.
          if (attempt > CONNECTIONS || !isAway(error) || isTimeout(error)) throw error;
        }
      }
    },
    close: async () =>
      void (await Promise.all(connections.map((connection) => connection.close()))),
  };
}
