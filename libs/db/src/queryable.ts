import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { SharedReads } from './shared-reads.ts';
import type { Statement } from './sql.ts';

/** Runs one statement, on the pool or inside a transaction. */
export interface Queryable {
  /** Runs a statement. One that is `prepared` has few texts: Postgres plans each once per connection. */
  rows<R>(statement: Statement<R>, prepared?: 'prepared'): Promise<R[]>;
}

/** A prepared statement as `pg` takes it. */
interface Prepared {
  readonly config: pg.QueryConfig;
  /** It reads and locks nothing, so that others may wait behind it. */
  readonly isRead: boolean;
}

/** By text; as many as the sources have texts of prepared statements. */
const known = new Map<string, Prepared>();

/**
 * The name that Postgres keeps a statement's plan under follows from its text: two texts never share a plan. Text and name
 * are inherited, because `pg` copies every own member of what it is given, one by one, each time.
 */
function preparedOnce(text: string): Prepared {
  let found = known.get(text);
  if (found === undefined) {
    const isRead = /^\s*select\b/i.test(text) && !/\bfor\s+(?:update|share|no|key)\b/i.test(text);
    const name = createHash('sha256').update(text).digest('base64url');
    found = { config: Object.create({ name, text }) as pg.QueryConfig, isRead };
    known.set(text, found);
  }
  return found;
}

/** Wraps a pool or a client of `pg`; prepared reads go by `reads` where it is given. */
export function queryable(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  reads: Pick<SharedReads, 'query'> = client,
): Queryable {
  return {
    rows: async <R>(statement: Statement<R>, prepared?: 'prepared') => {
      const values: unknown[] = [];
      const text = statement.write(values);
      if (prepared === undefined) return (await client.query({ text, values })).rows as R[];
      const { config, isRead } = preparedOnce(text);
      return (await (isRead ? reads : client).query(config, values)).rows as R[];
    },
  };
}
