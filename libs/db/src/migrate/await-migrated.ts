import { sayWaiting, ProgramStartError, type Logger } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlStatementRunner } from '../queryable.ts';
import { missingMigrations, type SchemaMigrations } from './migration-record.ts';

const MIGRATED_POLL_MS = 250;

/**
 * Returns the sentence that /readyz shows while a service waits for its database. `missing` is null while the database is
 * unreachable.
 */
function waitNote(schema: string, missing: readonly unknown[] | null): string {
  return missing === null
    ? 'waits for the database'
    : `waits for the database to be migrated (schema ${schema}): run ctl migrate`;
}

/**
 * Waits until the database is reachable and `ctl migrate` has migrated the schema; /readyz shows the reason. Throws ProgramStartError
 * when the database has migrations that this version of the product does not know, or that differ from its files.
 */
export async function awaitMigrated(
  db: SqlStatementRunner,
  schema: SchemaMigrations,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  let shown: string | undefined;
  let hide = (): void => undefined;
  try {
    for (;;) {
      const missing = await missingMigrations(db, schema).catch((error: unknown) => {
        if (error instanceof ProgramStartError) throw error;
        log.debug({ err: error }, 'database_unreachable');
        return null;
      });
      if (missing?.length === 0) return;
      const note = waitNote(schema.schema, missing);
      if (note !== shown) {
        hide();
        hide = sayWaiting(note);
        const names = missing?.map(({ name }) => name);
        log.warn({ schema: schema.schema, missing: names, note }, 'database_not_ready');
        shown = note;
      }
      await delay(MIGRATED_POLL_MS, undefined, { signal: stopping });
    }
  } finally {
    hide();
  }
}
