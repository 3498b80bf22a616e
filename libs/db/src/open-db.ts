import {
  isBridgeError,
  StartError,
  type Base,
  type Logger,
  type Module,
  type Settings,
} from '@bridge/kernel';
import { Kysely, PostgresDialect } from 'kysely';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Replayed } from '@bridge/kernel';
import { change, type Change } from './change.ts';
import { EFFECT_MIGRATIONS } from './effect/migrations.ts';
import { databaseHealth } from './database-health.ts';
import { attachOrStart, keepEmbeddedPostgres } from './embedded-postgres.ts';
import { holderOf, type FolderHolder } from './embedded/folder-lock.ts';
import type { PostgresSupervisor } from './embedded/supervisor.ts';
import { awaitMigrated } from './migrate/await-migrated.ts';
import { missingMigrations, type SchemaMigrations } from './migrate/migration-record.ts';
import { migrate } from './migrate/run-migrations.ts';
import { ensureEmbeddedRoles } from './roles/embedded-roles.ts';
import { ANSWER_MS_MAX } from './patience.ts';
import { beforeCommit, databaseDiskFull } from './pg-errors.ts';
import { queryable, type Queryable } from './queryable.ts';
import { sharedReads } from './shared-reads.ts';
import { transaction, type TransactionOptions } from './transaction.ts';

/** Connections of one process; a waiting twin holds none, so a few serve many calls. */
const CONNECTIONS_MAX = 16;
/** A database that does not take a connection by then counts as away. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Connections say goodbye within this time; a process has 10 s to end. */
const CLOSE_MS_MAX = 2_000;
const INT8_OID = 20;

/** How this process stands to its dependencies: `tool` is a command that ends by itself. */
export type Wiring = 'all-in-one' | 'service' | 'tool';

/** The open database of this process. Prepared reads share connections; writes go through `change` or `transaction`. */
export interface Db extends Queryable {
  change<P, R>(spec: Change<P, R>): Promise<R | Replayed<R>>;
  transaction<T>(options: TransactionOptions, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Brings a schema up to date in the all-in-one and in tools; elsewhere waits until `ctl migrate` has. */
  ensureSchema(schema: SchemaMigrations): Promise<void>;
  /**
   * Runs each statement by itself, on a connection that no transaction of this process uses: also from within one, which
   * would wait for a second connection of a pool that the others like it have used up.
   */
  readonly apart: Queryable;
  /** For a library that writes its own statements (owners' accounts and sessions). */
  readonly kysely: Kysely<unknown>;
  close(): Promise<void>;
}

/** Where the database is and how to leave it; `supervisor` of an embedded Postgres that this process keeps running. */
interface Source {
  readonly url: string;
  /** Where migrations connect: as the owner of the tables, past a pooler. */
  readonly direct: string;
  readonly stop: () => Promise<void>;
  readonly supervisor?: PostgresSupervisor;
}

/** What the person at the terminal reads about the database; by default nothing. */
export interface DbModuleOptions {
  readonly tell?: (sentence: string) => void;
}

const EMBEDDED = 'embedded:';

/** The database of these settings: an address, or `embedded:` and a folder; undefined where a service was given none. */
function databaseOf(settings: Settings, wiring: Wiring): string | undefined {
  if (settings.BRIDGE_DB !== undefined || wiring === 'service') return settings.BRIDGE_DB;
  return EMBEDDED + join(settings.BRIDGE_DATA, 'db');
}

async function findDatabase(
  { settings, clock, log }: Base,
  wiring: Wiring,
  tell: (sentence: string) => void,
): Promise<Source> {
  const where = databaseOf(settings, wiring);
  if (where === undefined) {
    throw new StartError(
      'BRIDGE_DB is not set: a service of its own needs a shared database, as postgres://user:password@host/database.',
    );
  }
  if (!where.startsWith(EMBEDDED)) {
    const direct = settings.BRIDGE_DB_DIRECT ?? where;
    return { url: where, direct, stop: () => Promise.resolve() };
  }
  if (wiring === 'service') {
    throw new StartError(
      'BRIDGE_DB is embedded: a service of its own needs a shared database, as postgres://user:password@host/database.',
    );
  }
  const folder = where.slice(EMBEDDED.length);
  const server = await (wiring === 'tool'
    ? attachOrStart(folder)
    : keepEmbeddedPostgres(folder, { address: settings.BRIDGE_BASE_URL }, { clock, log, tell }));
  try {
    return { ...server, ...(await ensureEmbeddedRoles(server.url)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The embedded database of these settings and the process that holds it; null when they name another one. For tools. */
export function embeddedDatabase(
  settings: Settings,
): { readonly folder: string; readonly holder: FolderHolder | null } | null {
  const where = databaseOf(settings, 'tool') ?? '';
  if (!where.startsWith(EMBEDDED)) return null;
  const folder = where.slice(EMBEDDED.length);
  return { folder, holder: holderOf(folder) };
}

function openPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that breaks, even while it says goodbye, is replaced; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  // One that breaks while it is used fails its user's next statement, and the pool does not take it back; the event, which
  // tells nothing more, would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Migrates on a connection of its own, without a time limit for an answer. */
async function migrateApart(config: pg.ClientConfig, schema: SchemaMigrations): Promise<void> {
  const client = new pg.Client(config);
  // Without a listener a connection that breaks would end the process; the statement that waits for it fails as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await migrate(client, schema);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Says in the catalogue's words when the database is away. */
function inCatalogueWords(on: Queryable): Queryable {
  return {
    rows: async (statement, prepared) => {
      try {
        return await on.rows(statement, prepared);
      } catch (error) {
        throw beforeCommit(error);
      }
    },
  };
}

/** What is not plain about a database. */
export interface ConnectOptions {
  /** Where migrations connect; by default as everything else. */
  readonly direct?: string;
  /** While it answers true, a database that is away is reported as one whose disk is full. */
  readonly isDiskFull?: () => boolean;
}

/** Opens a database by its address; tests use it directly. Does not migrate anything. */
export function connectDb(
  url: string,
  wiring: Wiring,
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
  // A command that ends by itself waits.
  const waitMs = wiring === 'tool' ? {} : { query_timeout: ANSWER_MS_MAX };
  const pool = openPool({ ...config, ...waitMs, max: CONNECTIONS_MAX }, base.log);
  const single = openPool({ ...config, ...waitMs, max: 1 }, base.log);
  const shared = sharedReads(config);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const reads = inCatalogueWords(queryable(pool, shared));
  const apart = inCatalogueWords(queryable(single));
  const nameFullDisk = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      // A plan also meets the blob store and worker threads: their refusals keep their own part.
      const isAway =
        isBridgeError(error, 'service_unavailable') && error.details['part'] === 'database';
      throw isAway && isDiskFull() ? databaseDiskFull(error) : error;
    }
  };
  return {
    apart: { rows: (statement, prepared) => nameFullDisk(apart.rows(statement, prepared)) },
    rows: (statement, prepared) => nameFullDisk(reads.rows(statement, prepared)),
    change: (spec) => nameFullDisk(change({ pool, reads, clock: base.clock }, spec)),
    transaction: (options, work) => nameFullDisk(transaction(pool, base.clock, options, work)),
    ensureSchema: async (schema) => {
      if (wiring === 'service') await awaitMigrated(reads, schema, base.log, base.stopping);
      else if ((await missingMigrations(reads, schema)).length > 0)
        await migrateApart({ ...config, connectionString: direct }, schema);
    },
    kysely,
    close: async () => {
      // Kysely ends the pool only if a statement went through it. A connection that went silent would be waited for for ever.
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

/** The module `db`: finds or starts the database, and brings schema `effect` up to date. */
export function dbModule(
  wiring: Wiring,
  { tell = () => undefined }: DbModuleOptions = {},
): Module<'db', Db, object> {
  return {
    name: 'db',
    needs: [],
    open: async (base) => {
      const { supervisor, direct, ...source } = await findDatabase(base, wiring, tell);
      const isDiskFull = (): boolean => supervisor?.isDiskFull ?? false;
      const db = connectDb(source.url, wiring, base, { direct, isDiskFull });
      const close = async (): Promise<void> => {
        await db.close();
        await source.stop();
      };
      try {
        await db.ensureSchema({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
      } catch (error) {
        await close();
        throw error;
      }
      const ready = databaseHealth(db, wiring === 'all-in-one', base.clock, supervisor);
      return {
        value: db,
        ready,
        close,
        ...(supervisor === undefined ? {} : { failed: supervisor.failed }),
      };
    },
  };
}
