import { hash } from 'node:crypto';
import type pg from 'pg';
import type { SharedReadConnections } from './shared-reads.ts';
import type { SqlStatement } from './sql.ts';

/** Runs SQL statements on a connection pool or in a transaction. */
export interface SqlStatementRunner {
  /** Runs one statement and returns its rows. `prepared` plans the text once per connection; use it for fixed texts. */
  rows<R>(statement: SqlStatement<R>, prepared?: 'prepared'): Promise<R[]>;
}

/** Name and kind of a prepared statement. */
interface PreparedStatement {
  readonly name: string;
  /** True for a select without row locks. It may run on a connection that only reads share (`SharedReadConnections`). */
  readonly isRead: boolean;
}
/** Prepared statements by SQL text. Their number is bounded, because the texts come from the source code. */
const known = new Map<string, PreparedStatement>();

/** Returns the prepared statement of an SQL text; its name is the hash of the text, so names never collide. */
function preparedOnce(text: string): PreparedStatement {
  let found = known.get(text);
  if (found === undefined) {
    const isRead = /^\s*select\b/i.test(text) && !/\bfor\s+(?:update|share|no|key)\b/i.test(text);
    const name = hash('sha256', text, 'base64url');
    found = { name, isRead };
    known.set(text, found);
  }
  return found;
}

/** Makes a statement runner on a pool or client of `pg`. Prepared reads run on `reads` when it is given. */
export function runnerOn(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  reads: Pick<SharedReadConnections, 'query'> = client,
): SqlStatementRunner {
  return {
    rows: async <R>(statement: SqlStatement<R>, prepared?: 'prepared') => {
      const values: unknown[] = [];
      const text = statement.write(values);
      if (prepared === undefined) return (await client.query({ text, values })).rows as R[];
      const { name, isRead } = preparedOnce(text);
      return (await (isRead ? reads : client).query({ name, text, values })).rows as R[];
    },
  };
}
