import { ProgramStartError } from '@bridge/kernel';
import { sqlState } from '../pg-errors.ts';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { readMigrations, type Migration } from './migration-files.ts';
import { sql } from '../sql.ts';

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_SCHEMA = '3F000';

/** Name of a database schema and the folder with its migrations. */
export interface SchemaWithMigrationFolder {
  readonly schema: string;
  /** Folder of the migration files, as `new URL('../migrations/', import.meta.url)`. */
  readonly migrations: URL;
}

/** The row in which a database records a migration. */
export interface MigrationRecord {
  readonly name: string;
  /** SHA-256 of the applied file; null when an old version of the product applied it. */
  readonly hash: string | null;
  /** Number of statements of the migration that are applied so far; 0 for a migration that is applied in one transaction. */
  readonly statements: number;
  readonly finished: boolean;
}

/**
 * Reads the recorded migrations of a schema; empty for an empty database. Also reads the table of old releases, which has no
 * hashes.
 */
export async function readRecords(
  db: SqlStatementRunner,
  schema: string,
): Promise<readonly MigrationRecord[]> {
  try {
    return await db.rows(
      sql<MigrationRecord>`select m.name, to_jsonb(m) ->> 'hash' as hash,
          coalesce((to_jsonb(m) ->> 'statements')::integer, 0) as statements,
          not to_jsonb(m) ? 'finished_at' or to_jsonb(m) ->> 'finished_at' is not null as finished
        from ${sql.id(schema, 'migration')} m order by m.name`,
    );
  } catch (error) {
    const state = sqlState(error);
    if (state === UNDEFINED_TABLE || state === UNDEFINED_SCHEMA) return [];
    throw error;
  }
}

/**
 * Returns the migrations that a database still needs, in order. Throws ProgramStartError when the product does not know a recorded
 * migration or its hash, or when a migration before a recorded one is not recorded.
 */
function pendingOf(
  schema: string,
  files: readonly Migration[],
  records: readonly MigrationRecord[],
): readonly Migration[] {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, hash } of records) {
    const file = known.get(name);
    if (file === undefined)
      throw new ProgramStartError(
        `The database was migrated by a newer version (schema ${schema} has ${name}, which this version does not know): start that version or a later one, or restore a backup from before the upgrade.`,
      );
    if (hash !== null && hash !== file.hash)
      throw new ProgramStartError(
        `The migration ${name} of schema ${schema} was applied with another text (the database has ${hash}, this version has ${file.hash}): start the version that applied it, or put the file back as it was released.`,
      );
  }
  const finished = new Set(records.filter((record) => record.finished).map(({ name }) => name));
  const pending = files.filter(({ name }) => !finished.has(name));
  const [first] = pending;
  const later = [...finished].sort().at(-1);
  if (first !== undefined && later !== undefined && first.name < later)
    throw new ProgramStartError(
      `The migration ${first.name} of schema ${schema} comes before ${later}, which is applied: give it the next free number.`,
    );
  return pending;
}

/** Reads which migrations a database still needs. Throws like `pendingOf`. */
export async function missingMigrations(
  db: SqlStatementRunner,
  { schema, migrations }: SchemaWithMigrationFolder,
): Promise<readonly Migration[]> {
  return pendingOf(schema, readMigrations(migrations), await readRecords(db, schema));
}

/** Creates the table of recorded migrations, or converts the table of an old release to its present columns. */
export async function prepareRecords(db: SqlStatementRunner, schema: string): Promise<void> {
  const table = sql.id(schema, 'migration');
  const [there] = await db.rows(
    sql<{
      schema: boolean;
      older: boolean;
    }>`select to_regnamespace(${schema}) is not null as schema,
      exists (select from pg_attribute where attrelid = to_regclass(${`${schema}.migration`})
        and attname = 'timestamp' and not attisdropped) as older`,
  );
  if (there?.schema !== true) await db.rows(sql`create schema ${sql.id(schema)}`);
  if (there?.older === true) {
    await db.rows(sql`alter table ${table} add column hash text,
      add column statements integer not null default 0,
      add column started_at timestamptz not null default now(),
      add column finished_at timestamptz`);
    await db.rows(
      sql`update ${table} set started_at = "timestamp"::timestamptz, finished_at = "timestamp"::timestamptz`,
    );
    await db.rows(sql`alter table ${table} drop column "timestamp"`);
    await db.rows(sql`drop table if exists ${sql.id(schema, 'migration_lock')}`);
    return;
  }
  await db.rows(sql`create table if not exists ${table} (
    name text primary key,
    hash text,
    statements integer not null default 0,
    started_at timestamptz not null default now(),
    finished_at timestamptz
  )`);
}
