import {
  errorCodeOf,
  isBridgeError,
  ProgramStartError,
  showStartWait,
  type Logger,
} from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { missingMigrations, type SchemaWithMigrationFolder } from './migration-record.ts';

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
 * Waits until the database is reachable and the command `ctl migrate` has migrated the schema; /readyz and the log show what it
 * waits for. Throws ProgramStartError when the database has migrations that this version of the product does not know, or whose
 * files differ in this version.
 */
export async function awaitMigrated(
  db: SqlStatementRunner,
  schema: SchemaWithMigrationFolder,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  let shown: string | undefined;
  let hide = (): void => undefined;
  try {
    for (;;) {
      let cause: unknown;
      const missing = await missingMigrations(db, schema).catch((error: unknown) => {
        if (error instanceof ProgramStartError) throw error;
        cause = isBridgeError(error) ? error.cause : error;
        return null;
      });
      if (missing?.length === 0) return;
      const note = waitNote(schema.schema, missing);
      const reason = `${note} ${errorCodeOf(cause)}`;
      if (reason !== shown) {
        hide();
        hide = showStartWait(note);
        const names = missing?.map(({ name }) => name);
        const why = cause === undefined ? { missing: names } : { err: cause };
        log.warn({ schema: schema.schema, note, ...why }, 'database_not_ready');
        shown = reason;
      }
      await delay(MIGRATED_POLL_MS, undefined, { signal: stopping });
    }
  } finally {
    hide();
  }
}
