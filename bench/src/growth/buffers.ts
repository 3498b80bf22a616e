import { type DatabaseClient, sql } from '@bridge/db';

const EXTENSION = 'pg_stat_statements';

/** Configures Postgres to count the database buffers that statements read. This takes effect at its next start. */
export async function countFromNextStart(db: DatabaseClient): Promise<void> {
  await db.rows(sql`create extension if not exists ${sql.raw(EXTENSION)}`);
  await db.rows(sql`alter system set shared_preload_libraries = ${sql.raw(`'${EXTENSION}'`)}`);
}

/**
 * Returns the number of 8 KiB buffers, cached or not, that all statements read during `call`. Reads for planning are not
 * counted.
 */
export async function buffersOf(db: DatabaseClient, call: () => Promise<unknown>): Promise<number> {
  await db.rows(sql`select pg_stat_statements_reset()`);
  await call();
  const [row] = await db.rows(
    sql<{
      buffers: number;
    }>`select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as buffers
      from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  return row?.buffers ?? 0;
}
