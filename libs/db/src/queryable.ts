import { hash } from 'node:crypto';
import type pg from 'pg';
import type { SharedReads } from './shared-reads.ts';
import type { Statement } from './sql.ts';

/** Runs one statement, on the pool or inside a transaction. */
export interface Queryable {
  /** Runs a statement. One that is `prepared` has few texts: Postgres plans each once per connection. */
  rows<R>(statement: Statement<R>, prepared?: 'prepared'): Promise<R[]>;
}

/** Facts of the text of a prepared statement. */
interface PreparedStatement {
  readonly name: string;
  /** True when it reads without locks, so that other reads may wait behind it. */
  readonly isRead: boolean;
}

/** By text; the sources have few texts of prepared statements. */
const known = new Map<string, PreparedStatement>();

/** The name of a plan in Postgres is the hash of its text, so two texts never share a plan. */
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
    rows: async <R>(statement: Statement<R>, prepared?: 'prepared') => {
      const values: unknown[] = [];
      const text = statement.write(values);
      if (prepared === undefined) return (await client.query({ text, values })).rows as R[];
      const { name, isRead } = preparedOnce(text);
      return (await (isRead ? reads : client).query({ name, text, values })).rows as R[];
    },
  };
}
