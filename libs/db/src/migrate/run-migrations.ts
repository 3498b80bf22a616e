import { StartError } from '@bridge/kernel';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { queryable, type Queryable } from '../queryable.ts';
import type { Migration } from './migration-files.ts';
import { missingMigrations, prepareRecords, type SchemaMigrations } from './migration-record.ts';

/** One runner at a time in a database; the number is arbitrary and never changes. */
const LOCK_KEY = 4_127_301_765;
const LOCK_POLL_MS = 100;

/**
 * Brings a schema up to date on a connection of its own, one runner at a time. Returns the names of what it applied.
 * Throws StartError when a migration fails; nothing of that migration is applied then.
 */
export async function migrate(
  client: pg.Client,
  schema: SchemaMigrations,
): Promise<readonly string[]> {
  const db = queryable(client);
  await acquireRunnerLock(db);
  try {
    await inTransaction(client, () => prepareRecords(db, schema.schema));
    const pending = await missingMigrations(db, schema);
    for (const migration of pending) await apply(client, schema.schema, migration);
    return pending.map(({ name }) => name);
  } finally {
    await db.rows(sql`select pg_advisory_unlock(${LOCK_KEY})`).catch(() => undefined);
  }
}

/** Polls instead of waiting inside a statement, whose snapshot a concurrent index build would wait for. */
async function acquireRunnerLock(db: Queryable): Promise<void> {
  for (;;) {
    const [row] = await db.rows(
      sql<{ held: boolean }>`select pg_try_advisory_lock(${LOCK_KEY}) as held`,
    );
    if (row?.held === true) return;
    await delay(LOCK_POLL_MS);
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const { name, kind, hash, text } = migration;
  if (kind === 'contract')
    throw new StartError(
      `The migration ${name} of schema ${schema} is of kind contract: this version applies expand and data only.`,
    );
  try {
    await inTransaction(client, async () => {
      await client.query(text);
      await queryable(client).rows(sql`insert into ${sql.id(schema, 'migration')}
        (name, hash, finished_at) values (${name}, ${hash}, now())`);
    });
  } catch (error) {
    throw new StartError(
      `The database could not be migrated (${schema}, ${name}); start again with --log debug (BRIDGE_LOG) to see the cause.`,
      { cause: error },
    );
  }
}
