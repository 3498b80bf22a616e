import { sayWaiting, StartError, type Logger } from '@bridge/kernel';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from './pg-errors.ts';

const POLL_MS = 250;
const UNDEFINED_TABLE = '42P01';
const UNDEFINED_SCHEMA = '3F000';

/** The migrations of one schema: append-only, up only, each a text of statements, applied in order of their names. */
export interface SchemaMigrations {
  readonly schema: string;
  readonly migrations: Readonly<Record<string, string>>;
}

function provider({ migrations }: SchemaMigrations): {
  getMigrations(): Promise<Record<string, Migration>>;
} {
  const entries = Object.entries(migrations).map(([name, text]): [string, Migration] => [
    name,
    { up: async (db) => void (await sql.raw(text).execute(db)) },
  ]);
  return { getMigrations: () => Promise.resolve(Object.fromEntries(entries)) };
}

/** Names of the migrations that this database lacks. */
export async function missingMigrations(
  db: Kysely<unknown>,
  { schema, migrations }: SchemaMigrations,
): Promise<readonly string[]> {
  let done: ReadonlySet<string>;
  try {
    const found = await sql<{
      name: string;
    }>`select name from ${sql.id(schema, 'migration')}`.execute(db);
    done = new Set(found.rows.map((row) => row.name));
  } catch (error) {
    const state = sqlState(error);
    if (state !== UNDEFINED_TABLE && state !== UNDEFINED_SCHEMA) throw error;
    done = new Set();
  }
  return Object.keys(migrations).filter((name) => !done.has(name));
}

/** Brings a schema up to date; one runner at a time, others wait for it. Costs one read when nothing is missing. */
export async function migrate(
  db: Kysely<unknown>,
  schema: SchemaMigrations,
): Promise<readonly string[]> {
  const missing = await missingMigrations(db, schema);
  if (missing.length === 0) return [];
  const migrator = new Migrator({
    db,
    provider: provider(schema),
    migrationTableSchema: schema.schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed =
      results?.find((result) => result.status === 'Error')?.migrationName ?? schema.schema;
    throw new StartError(
      `The database could not be migrated (${schema.schema}, ${failed}); start again with --log debug (BRIDGE_LOG) to see the cause.`,
      { cause: error },
    );
  }
  return missing;
}

/** What is missing, in one sentence; `missing` is null while the database does not answer. */
function waitNote(schema: string, missing: readonly string[] | null): string {
  return missing === null
    ? 'waits for the database'
    : `waits for the database to be migrated (schema ${schema}): run ctl migrate`;
}

/** Waits until the database is there and somebody (`ctl migrate`) has brought the schema up to date; says what for. */
export async function awaitMigrated(
  db: Kysely<unknown>,
  schema: SchemaMigrations,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  let said: string | undefined;
  let takeBack = (): void => undefined;
  try {
    for (;;) {
      const missing = await missingMigrations(db, schema).catch((error: unknown) => {
        log.debug({ err: error }, 'database not reachable');
        return null;
      });
      if (missing?.length === 0) return;
      const note = waitNote(schema.schema, missing);
      if (note !== said) {
        takeBack();
        takeBack = sayWaiting(note);
        log.warn({ schema: schema.schema, missing: missing ?? undefined }, note);
        said = note;
      }
      await delay(POLL_MS, undefined, { signal: stopping });
    }
  } finally {
    takeBack();
  }
}
