import type { Clock, ProcessPartHealth } from '@bridge/kernel';
import type { PostgresSupervisor } from './embedded/supervisor.ts';
import type { SqlStatementRunner } from './statement-runner.ts';
import { sql } from './sql.ts';

/** Time in ms without a database after which /readyz of the all-in-one process returns 503. */
const UNREADY_AFTER_MS = 5_000;

/**
 * Makes the database's health check for /readyz. `supervisor` restarts an embedded Postgres; it is undefined for any other
 * database.
 */
export function databaseHealth(
  db: SqlStatementRunner,
  isAllInOne: boolean,
  clock: Clock,
  supervisor: PostgresSupervisor | undefined,
): () => Promise<Omit<ProcessPartHealth, 'part'>> {
  let awaySince: number | null = null;
  return async () => {
    const from = clock.monotonic();
    try {
      await db.rows(sql`select 1`);
      awaySince = null;
      return { ok: true };
    } catch {
      awaySince = supervisor?.downSince ?? awaySince ?? from;
      const isLong = clock.monotonic() - awaySince >= UNREADY_AFTER_MS;
      return {
        ok: false,
        note: awayNote(supervisor),
        blocksTraffic: isAllInOne && isLong,
      };
    }
  };
}

function awayNote(supervisor: PostgresSupervisor | undefined): string {
  if (supervisor === undefined || supervisor.downSince === null) return 'waits for the database';
  return supervisor.isDiskFull
    ? 'the disk of the database is full: free some space'
    : 'Postgres ended and is started again';
}
