import { hash } from 'node:crypto';
import type pg from 'pg';
import type { SharedReads } from './shared-reads.ts';
import type { SqlStatement } from './sql.ts';

/** Runs one statement, on the pool or inside a transaction. */
export interface Queryable {
  /**
   * Runs a statement. A statement with few different texts should be `prepared`: Postgres then plans each text once per
   * connection.
   */
  rows<R>(statement: SqlStatement<R>, prepared?: 'prepared'): Promise<R[]>;
}

/** Properties of the text of a prepared statement. */
interface PreparedStatement {
  readonly name: string;
  /** True for a statement that reads without locks, so that other reads may wait behind it. */
  readonly isRead: boolean;
}

/** Prepared statements by their text; the sources have few such texts. */
const known = new Map<string, PreparedStatement>();

/** Names a prepared statement in Postgres by the hash of its text, so two texts never share a plan. */
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

/** Wraps a pool or a client of `pg`; prepared reads use `reads` when it is given. */
export function queryable(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  reads: Pick<SharedReads, 'query'> = client,
): Queryable {
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
