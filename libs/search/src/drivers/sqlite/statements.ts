import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { SearchEngineError } from '../../search-engine-error.ts';

/** The TypeScript type of a cell for each declared column type of SQLite; `TEXT?` may be null. */
interface CellTypeByColumnType {
  readonly TEXT: string;
  readonly 'TEXT?': string | null;
  readonly INTEGER: number;
  readonly BLOB: Uint8Array;
}
/** The type that a caller declares for a column of a SQLite result; `TEXT?` may be null. */
export type SqliteColumnType = keyof CellTypeByColumnType;

/** The TypeScript type of a row with these declared column types. */
type SqliteRowOfColumnTypes<C extends readonly SqliteColumnType[]> = {
  readonly [At in keyof C]: CellTypeByColumnType[C[At]];
};

/** A prepared SQLite statement that returns rows as arrays. */
export interface PreparedSqliteQuery<Row> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  all(...values: readonly SQLInputValue[]): Row[];
  iterate(...values: readonly SQLInputValue[]): Iterable<Row>;
}

/**
 * Prepares a statement that returns rows. Compares `types` with the column types in the schema, so that the row type is right.
 * The types of expressions, such as a count, are not checked.
 */
export function prepareRows<const C extends readonly SqliteColumnType[]>(
  database: DatabaseSync,
  sql: string,
  ...types: C
): PreparedSqliteQuery<SqliteRowOfColumnTypes<C>> {
  const statement = database.prepare(sql);
  const declared = statement.columns().map(({ type }) => type);
  const isSame = (type: string | null, at: number): boolean =>
    type === null || type === types[at]?.replace('?', '');
  if (declared.length !== types.length || !declared.every(isSame))
    throw new SearchEngineError(
      'failed',
      `"${sql}" returns ${declared.join(', ')}, not ${types.join(', ')}.`,
    );
  statement.setReturnArrays(true);
  // node:sqlite types rows as objects; with setReturnArrays they are arrays of the types checked above.
  return statement as unknown as PreparedSqliteQuery<SqliteRowOfColumnTypes<C>>;
}

/** Cache of prepared statements of one database. */
export class PreparedStatementCache {
  readonly #database: DatabaseSync;
  readonly #queries = new Map<string, PreparedSqliteQuery<unknown>>();
  readonly #writes = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns a prepared statement that returns rows; `types` are the declared types of its columns. */
  query<const C extends readonly SqliteColumnType[]>(
    sql: string,
    ...types: C
  ): PreparedSqliteQuery<SqliteRowOfColumnTypes<C>> {
    const known = this.#queries.get(sql);
    // The cached statement has the right row type, because each SQL text is always passed with the same column types.
    if (known !== undefined) return known as PreparedSqliteQuery<SqliteRowOfColumnTypes<C>>;
    const prepared = prepareRows<C>(this.#database, sql, ...types);
    this.#queries.set(sql, prepared);
    return prepared;
  }

  /** Returns a prepared statement that returns no rows, such as an INSERT. */
  write(sql: string): StatementSync {
    const known = this.#writes.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#writes.set(sql, prepared);
    return prepared;
  }

  clear(): void {
    this.#queries.clear();
    this.#writes.clear();
  }
}
