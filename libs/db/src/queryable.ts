import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';

/** Compiles statements only; nothing is ever run on it. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Runs one statement, on the pool or inside a transaction. */
export interface Queryable {
  /**
   * Runs a statement written with kysely's `sql` template, whose values are always parameters. `prepare` names a
   * statement whose text never changes, so that Postgres plans it once per connection.
   */
  rows<R>(statement: RawBuilder<R>, prepare?: string): Promise<R[]>;
}

/** Wraps a pool or a client of `pg`. */
export function queryable(client: Pick<pg.Pool | pg.PoolClient, 'query'>): Queryable {
  return {
    rows: async <R>(statement: RawBuilder<R>, prepare?: string) => {
      const { sql: text, parameters } = statement.compile(compiler);
      const config: pg.QueryConfig = { text, values: [...parameters] };
      if (prepare !== undefined) config.name = prepare;
      // The row type is the statement's own claim, as everywhere in SQL; stores keep it beside the text.
      return (await client.query(config)).rows as R[];
    },
  };
}
