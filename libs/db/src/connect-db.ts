import { isBridgeError, type Base, type Logger, type ReplayedResult } from '@bridge/kernel';
import { Kysely, PostgresDialect } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { change, type Change } from './change.ts';
import type { JournalPosition, OpenTransaction } from './effect/journal.ts';
import type { ProcessWiring } from './find-database.ts';
import { awaitMigrated } from './migrate/await-migrated.ts';
import { missingMigrations, type SchemaMigrations } from './migrate/migration-record.ts';
import { migrate } from './migrate/run-migrations.ts';
import { ANSWER_MS_MAX } from './patience.ts';
import { errorBeforeCommit, databaseDiskFull } from './pg-errors.ts';
import { queryable, type Queryable } from './queryable.ts';
import { openSharedReads } from './shared-reads.ts';
import { transaction, type TransactionOptions } from './transaction.ts';

/** Maximum number of connections of one process. A call that waits for its twin holds none, so a few serve many calls. */
const CONNECTIONS_MAX = 16;
/** Time in ms after which a database that accepts no connection counts as away. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Maximum wait for connections to close, ms; the process must end within 10 s. */
const CLOSE_MS_MAX = 2_000;
const INT8_OID = 20;

/** The open database of this process. Prepared reads share connections; writes go through `change` or `transaction`. */
export interface Db extends Queryable {
  change<P, R>(spec: Change<P, R>): Promise<R | ReplayedResult<R>>;
  transaction<T>(
    options: TransactionOptions,
    work: (tx: OpenTransaction) => Promise<T>,
  ): Promise<T>;
  /** Calls the listener with each journal row that a change or transaction of this process has committed. */
  onJournalled(listener: (row: JournalPosition) => void): void;
  /** Brings a schema up to date in the all-in-one and in tools; elsewhere waits until `ctl migrate` has. */
  ensureSchema(schema: SchemaMigrations): Promise<void>;
  /**
   * Runs each statement on a connection that no transaction uses. Safe inside a transaction, where waiting for a second
   * connection of the pool could block forever.
   */
  readonly apart: Queryable;
  /** For the authentication library, which writes its own statements on owners and sessions. */
  readonly kysely: Kysely<unknown>;
  close(): Promise<void>;
}

function openPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle_connection_broke'));
  // A connection that breaks in use fails the next statement of its user, and the pool drops it. Without a listener the
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Migrates on a connection of its own, without a time limit for a reply. */
async function migrateApart(config: pg.ClientConfig, schema: SchemaMigrations): Promise<void> {
  const client = new pg.Client(config);
  // Without a listener a connection that breaks would end the process; its pending statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await migrate(client, schema);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Wraps a Queryable so that a database that is away fails with errors of the catalogue. */
function withCatalogueErrors(on: Queryable): Queryable {
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

/** Further options of a connection to a database. */
export interface ConnectOptions {
  /** The address for migrations; by default that of the product's own connections. */
  readonly direct?: string;
  /** While the function returns true, a database that is away is reported as one with a full disk. */
  readonly isDiskFull?: () => boolean;
}

/** Opens a database by its address, without migrations; tests use it directly. */
export function connectDb(
  url: string,
  wiring: ProcessWiring,
  base: Pick<Base, 'clock' | 'log' | 'stopping'>,
  { direct = url, isDiskFull = () => false }: ConnectOptions = {},
): Db {
  // bigint columns hold ids and sizes below 2^53.
  pg.types.setTypeParser(INT8_OID, Number);
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'agent-bridge',
  };
  // A command-line tool waits for a reply without a limit.
  const waitMs = wiring === 'tool' ? {} : { query_timeout: ANSWER_MS_MAX };
  const pool = openPool({ ...config, ...waitMs, max: CONNECTIONS_MAX }, base.log);
  const single = openPool({ ...config, ...waitMs, max: 1 }, base.log);
  const shared = openSharedReads(config);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const reads = withCatalogueErrors(queryable(pool, shared));
  const apart = withCatalogueErrors(queryable(single));
  const listeners: ((row: JournalPosition) => void)[] = [];
  const onJournalled = (rows: readonly JournalPosition[]): void => {
    for (const row of rows) for (const listener of listeners) listener(row);
  };
  const deps = { pool, reads, clock: base.clock, onJournalled };
  const nameFullDisk = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // `change` also runs code of the blob store and of workers; its refusals name their own part.
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
      // Kysely ends the pool only after it was used. The race bounds the wait for a connection that is silent.
      const ended = kysely.destroy().then(() => (pool.ending ? undefined : pool.end()));
      const closed = Promise.all([shared.close(), single.ending || single.end(), ended]);
      const late = new AbortController();
      await Promise.race([
        closed.finally(() => late.abort()),
        delay(CLOSE_MS_MAX, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
    },
  };
}
