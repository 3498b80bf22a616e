import { BackOff, ProgramStartError, systemClock } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isRepeatable, LOCK_NOT_AVAILABLE, sqlState } from '../pg-errors.ts';
import { grantsOn } from '../roles/grants.ts';
import { runnerOn, type SqlStatementRunner } from '../statement-runner.ts';
import { concurrentIndexOf, runConcurrently } from './concurrent-index.ts';
import type { Migration } from './migration-files.ts';
import {
  missingMigrations,
  prepareRecords,
  readRecords,
  type SchemaWithMigrationFolder,
} from './migration-record.ts';
import { splitStatements } from './split-statements.ts';
import { sql } from '../sql.ts';
import { LOCK_TIMEOUT_MS } from '../transaction.ts';

/**
 * Number of the advisory lock that serialises migrations of one database. It must not change: releases must exclude each other.
 */
const RUNNER_LOCK = 4_127_301_765;
const RUNNER_LOCK_POLL_MS = 100;
/** Maximum time in which one migration step must acquire its locks, ms. */
const LOCK_WAIT_MS = 120_000;
const LOCK_PAUSES = { firstMs: 50, longestMs: 600 };
/** First line of a migration file whose statements are applied and recorded one by one. */
const STATEMENT_BY_STATEMENT = /^-- no transaction\n/;

/** Options of `migrate` for tests. */
export interface MigrationOptions {
  /** Maximum time in which one migration step must acquire its locks, ms. */
  readonly lockWaitMs?: number;
}

/**
 * Migrates a schema; concurrent runs wait for each other. Returns the names of the applied migrations. After a killed run, the
 * next one continues after the last recorded statement. Throws ProgramStartError when a migration fails.
 */
export async function migrate(
  client: pg.Client,
  schema: SchemaWithMigrationFolder,
  options: MigrationOptions = {},
): Promise<readonly string[]> {
  const db = runnerOn(client);
  await acquireRunnerLock(db);
  try {
    const { lockWaitMs = LOCK_WAIT_MS } = options;
    const run = { client, schema: schema.schema, lockWaitMs };
    await inTransaction(run, () => prepareRecords(db, schema.schema));
    const pending = await missingMigrations(db, schema);
    for (const migration of pending) await apply(run, migration);
    return pending.map(({ name }) => name);
  } finally {
    await db.rows(sql`select pg_advisory_unlock(${RUNNER_LOCK})`).catch(() => undefined);
  }
}

/** The connection, schema and lock timeout of one run of `migrate`. */
interface MigrationRunContext {
  readonly client: pg.Client;
  readonly schema: string;
  readonly lockWaitMs: number;
}

/**
 * Polls for the advisory lock. A blocking wait would keep a snapshot open, and a concurrent index build waits for such
 * snapshots.
 */
async function acquireRunnerLock(db: SqlStatementRunner): Promise<void> {
  for (;;) {
    const [row] = await db.rows(
      sql<{ held: boolean }>`select pg_try_advisory_lock(${RUNNER_LOCK}) as held`,
    );
    if (row?.held === true) return;
    await delay(RUNNER_LOCK_POLL_MS);
  }
}

/**
 * Runs one migration step in a transaction and repeats it after a lock timeout. Each attempt waits only briefly for its locks,
 * because other statements queue behind a lock request.
 */
async function inTransaction(
  run: MigrationRunContext,
  work: () => Promise<unknown>,
): Promise<void> {
  const { client, lockWaitMs } = run;
  const backOff = new BackOff(systemClock, systemClock.now() + lockWaitMs, LOCK_PAUSES);
  for (;;) {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const isLocked = sqlState(error) === LOCK_NOT_AVAILABLE || isRepeatable(error);
      if (!isLocked || !(await backOff.pause())) throw error;
    }
  }
}

async function apply(run: MigrationRunContext, migration: Migration): Promise<void> {
  const { schema } = run;
  const { name, kind, text } = migration;
  if (kind === 'contract')
    throw new ProgramStartError(
      `The migration ${name} of schema ${schema} is of kind contract: this version applies expand and data only.`,
    );
  try {
    if (STATEMENT_BY_STATEMENT.test(text)) await applyStatements(run, migration);
    else
      await inTransaction(run, async () => {
        await run.client.query(text);
        await record(run, migration, 0, true);
      });
  } catch (error) {
    const cause = { cause: error };
    if (sqlState(error) === LOCK_NOT_AVAILABLE)
      throw new ProgramStartError(
        `The migration ${name} of schema ${schema} found its table in use for ${run.lockWaitMs / 1_000} s: start again, or run ctl migrate, when long transactions have ended.`,
        cause,
      );
    throw new ProgramStartError(
      `The database could not be migrated (${schema}, ${name}); start again with --log debug (BRIDGE_LOG) to see the cause.`,
      cause,
    );
  }
}

/** Applies the statements of a migration that an earlier, killed run did not record. */
async function applyStatements(run: MigrationRunContext, migration: Migration): Promise<void> {
  const { client, schema } = run;
  const records = await readRecords(runnerOn(client), schema);
  const done = records.find(({ name }) => name === migration.name)?.statements ?? 0;
  const statements = splitStatements(migration.text);
  if (done === 0) await record(run, migration, 0, false);
  for (const [i, statement] of statements.entries()) {
    if (i < done) continue;
    const recordStep = () => record(run, migration, i + 1, i + 1 === statements.length);
    const concurrent = concurrentIndexOf(statement);
    if (concurrent !== null) {
      await runConcurrently(client, statement, concurrent.makes);
      await inTransaction(run, recordStep);
      continue;
    }
    await inTransaction(run, async () => {
      await client.query(statement);
      await recordStep();
    });
  }
}

/** Records how many statements of a migration are applied. */
async function record(
  { client, schema }: MigrationRunContext,
  { name, hash }: Migration,
  statements: number,
  finished: boolean,
): Promise<void> {
  await runnerOn(client).rows(sql`insert into ${sql.id(schema, 'migration')} as m
    (name, hash, statements, finished_at)
    values (${name}, ${hash}, ${statements}, case when ${finished} then now() end)
    on conflict (name) do update set statements = excluded.statements, finished_at = excluded.finished_at`);
  // Records and grants commit together, so a service that reads the record already has its rights on the tables.
  if (finished) await client.query(grantsOn(schema));
}
