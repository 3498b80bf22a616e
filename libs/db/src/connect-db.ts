import {
  isBridgeError,
  settlesWithin,
  type CommonModuleDeps,
  type Logger,
  type ReplayedResult,
} from '@bridge/kernel';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { change, type IdempotentChange } from './change.ts';
import type { JournalRowReference, TransactionHandle } from './effect/journal.ts';
import type { ProcessKind } from './find-database.ts';
import { awaitMigrated } from './migrate/await-migrated.ts';
import { missingMigrations, type SchemaWithMigrationFolder } from './migrate/migration-record.ts';
import { migrate } from './migrate/run-migrations.ts';
import { ANSWER_MS_MAX } from './patience.ts';
import { errorBeforeCommit, databaseDiskFull } from './pg-errors.ts';
import { runnerOn, type SqlStatementRunner } from './statement-runner.ts';
import { openSharedReads } from './shared-reads.ts';
import { transaction, type TransactionOptions } from './transaction.ts';

/**
 * Maximum number of database connections of one process. A call that waits for another call with its idempotency key holds no
 * connection.
 */
const CONNECTIONS_MAX = 16;
/** Time in ms after which a connection attempt fails and the database counts as unavailable. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Maximum time that the shutdown waits for connections to close, ms. The process must end within 10 s. */
const CLOSE_MS_MAX = 2_000;
const INT8_OID = 20;

/** The open database of this process. Reads run with `rows`, writes in `change` (once per idempotency key) or `transaction`. */
export interface DatabaseClient extends SqlStatementRunner {
  change<P, R>(spec: IdempotentChange<P, R>): Promise<R | ReplayedResult<R>>;
  transaction<T>(
    options: TransactionOptions,
    work: (tx: TransactionHandle) => Promise<T>,
  ): Promise<T>;
  /** Registers a listener that is called with each row of the journal (audit log) that this process has committed. */
  onJournalled(listener: (row: JournalRowReference) => void): void;
  /** Migrates a database schema; in a service with its own process, waits until the command `ctl migrate` has migrated it. */
  ensureSchema(schema: SchemaWithMigrationFolder): Promise<void>;
  /**
   * Runs statements on a connection outside the pool. Use it while a transaction is open: waiting for a second pooled
   * connection could deadlock.
   */
  readonly apart: SqlStatementRunner;
  /** Query builder for the authentication library, which runs its own statements on the tables of owners and sessions. */
  readonly kysely: Kysely<unknown>;
  close(): Promise<void>;
}

function openPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool replaces a broken idle connection. Without this listener the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle_connection_broke'));
  // A broken connection fails the statement that uses it. Without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Migrates a database schema on a separate connection without a statement timeout. */
async function migrateApart(
  config: pg.ClientConfig,
  schema: SchemaWithMigrationFolder,
): Promise<void> {
  const client = new pg.Client(config);
  // Without a listener a broken connection would end the process; the pending statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await migrate(client, schema);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Wraps a statement runner so that it throws a BridgeError with a code of the error catalogue when the database is unavailable. */
function withCatalogueErrors(on: SqlStatementRunner): SqlStatementRunner {
  return {
    rows: async (statement, prepared) => {
      try {
        return await on.rows(statement, prepared);
      } catch (error) {
        throw errorBeforeCommit(error);
      }
    },
  };
}

/** Optional settings of a database connection. */
export interface ConnectOptions {
  /** Connection URL for migrations; default: that of all other statements. */
  readonly direct?: string;
  /**
   * Returns true while the database is unavailable because its disk is full. The errors that the client throws then give this
   * reason.
   */
  readonly isDiskFull?: () => boolean;
}

/** Opens the database at a URL without migrating it. */
export function connectDb(
  url: string,
  wiring: ProcessKind,
  base: Pick<CommonModuleDeps, 'clock' | 'log' | 'stopping'>,
  { direct = url, isDiskFull = () => false }: ConnectOptions = {},
): DatabaseClient {
  // All bigint values of the product are below 2^53, so a JavaScript number holds them exactly.
  pg.types.setTypeParser(INT8_OID, Number);
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'agent-bridge',
  };
  // In a command-line tool, statements on the pool have no time limit.
  // Transactions, and prepared reads on the shared connections, have their own limits.
  const waitMs = wiring === 'tool' ? {} : { query_timeout: ANSWER_MS_MAX };
  const pool = openPool({ ...config, ...waitMs, max: CONNECTIONS_MAX }, base.log);
  const single = openPool({ ...config, ...waitMs, max: 1 }, base.log);
  const shared = openSharedReads(config);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const reads = withCatalogueErrors(runnerOn(pool, shared));
  const apart = withCatalogueErrors(runnerOn(single));
  const listeners: ((row: JournalRowReference) => void)[] = [];
  const onJournalled = (rows: readonly JournalRowReference[]): void => {
    for (const row of rows) for (const listener of listeners) listener(row);
  };
  const deps = { pool, reads, clock: base.clock, onJournalled };
  const nameFullDisk = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // The error may come from the blob store or a worker thread that the change uses; then `part` is not `database`.
      const isAway =
        isBridgeError(error, 'service_unavailable') && error.details['part'] === 'database';
      throw isAway && isDiskFull() ? databaseDiskFull(error) : error;
    }
  };
  return {
    apart: { rows: (statement, prepared) => nameFullDisk(apart.rows(statement, prepared)) },
    rows: (statement, prepared) => nameFullDisk(reads.rows(statement, prepared)),
    change: (spec) => nameFullDisk(change(deps, spec)),
    transaction: (options, work) => nameFullDisk(transaction(deps, options, work)),
    onJournalled: (listener) => void listeners.push(listener),
    ensureSchema: async (schema) => {
      if (wiring === 'service') await awaitMigrated(reads, schema, base.log, base.stopping);
      else if ((await missingMigrations(reads, schema)).length > 0)
        await migrateApart({ ...config, connectionString: direct }, schema);
    },
    kysely,
    close: async () => {
      // `kysely.destroy` ends the pool only when Kysely has used it; else the pool is ended here.
      const ended = kysely.destroy().then(() => (pool.ending ? undefined : pool.end()));
      const closed = Promise.all([shared.close(), single.ending || single.end(), ended]);
      if (await settlesWithin(CLOSE_MS_MAX, closed)) await closed;
    },
  };
}
