import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  ValueNode,
  type OperationNode,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import type { SharedReads } from './shared-reads.ts';

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

/** A named statement, compiled. */
interface Named {
  readonly config: pg.QueryConfig;
  /** It reads and locks nothing, so that others may wait behind it. */
  readonly isRead: boolean;
}

/** As many as there are names in the sources. */
const compiled = new Map<string, Named>();

/**
 * A statement as `pg` takes it, compiled once: walking its tree again costs a tenth of a small call. Text and name are
 * inherited, because `pg` copies every own member of what it is given, one by one, each time.
 */
function namedOnce(statement: RawBuilder<unknown>, name: string): Named {
  let known = compiled.get(name);
  if (known === undefined) {
    const { sql: text } = statement.compile(compiler);
    const isRead = /^\s*select\b/i.test(text) && !/\bfor\s+(?:update|share|no|key)\b/i.test(text);
    known = { config: Object.create({ name, text }) as pg.QueryConfig, isRead };
    compiled.set(name, known);
  }
  return known;
}

/** Collects a template's values in the order of their places; false when it holds more than values and fragments. */
function collectValues(node: OperationNode, values: unknown[]): boolean {
  if (ValueNode.is(node)) {
    if (node.immediate !== true) values.push(node.value);
    return true;
  }
  return RawNode.is(node) && node.parameters.every((inner) => collectValues(inner, values));
}

/** Wraps a pool or a client of `pg`; named reads go by `reads` where it is given. */
export function queryable(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  reads: Pick<SharedReads, 'query'> = client,
): Queryable {
  return {
    rows: async <R>(statement: RawBuilder<R>, prepare?: string) => {
      const values: unknown[] = [];
      // The row type is the statement's own claim, as everywhere in SQL; stores keep it beside the text.
      if (prepare !== undefined && collectValues(statement.toOperationNode(), values)) {
        const { config, isRead } = namedOnce(statement, prepare);
        return (await (isRead ? reads : client).query(config, values)).rows as R[];
      }
      const { sql: text, parameters } = statement.compile(compiler);
      const name = prepare === undefined ? {} : { name: prepare };
      return (await client.query({ ...name, text, values: [...parameters] })).rows as R[];
    },
  };
}
