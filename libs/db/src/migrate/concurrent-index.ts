import type pg from 'pg';
import { runnerOn } from '../statement-runner.ts';
import { sql } from '../sql.ts';

const CREATE =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+([a-z_][a-z0-9_]*)\s+on\s+([a-z_][a-z0-9_]*)\./i;
const DROP = /^drop\s+index\s+concurrently\s/i;

/**
 * Parses a `create index concurrently` or `drop index concurrently` statement. `makes` names the index that it creates; it is
 * null for a drop. Returns null for any other statement.
 */
export function concurrentIndexOf(
  statement: string,
): { readonly makes: { readonly schema: string; readonly index: string } | null } | null {
  // Remove white space and comments before the statement.
  const text = statement.replace(/^(?:\s|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)+/, '');
  const [, index, schema] = CREATE.exec(text) ?? [];
  if (index !== undefined && schema !== undefined) return { makes: { schema, index } };
  return DROP.test(text) ? { makes: null } : null;
}

/**
 * Creates or drops an index outside a transaction. An invalid index that a killed run left is dropped and created again; a
 * valid index is kept.
 */
export async function runConcurrently(
  client: pg.Client,
  statement: string,
  makes: { readonly schema: string; readonly index: string } | null,
): Promise<void> {
  const db = runnerOn(client);
  // This statement needs no lock timeout: while it waits for locks it blocks neither reads nor writes.
  // A lock timeout would discard a half-built index.
  await client.query('set lock_timeout = 0');
  if (makes !== null) {
    const [found] = await db.rows(
      sql<{ valid: boolean }>`select i.indisvalid as valid from pg_index i
        join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${makes.schema} and c.relname = ${makes.index}`,
    );
    if (found?.valid === true) return;
    if (found !== undefined)
      await db.rows(sql`drop index concurrently ${sql.id(makes.schema, makes.index)}`);
  }
  await client.query(statement);
}
