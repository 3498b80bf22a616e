import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { SearchFault } from '../../search-fault.ts';

/** Types of the cells of a row, by the declared type of their column. `TEXT?` may be null. */
interface CellTypes {
  readonly TEXT: string;
  readonly 'TEXT?': string | null;
  readonly INTEGER: number;
  readonly BLOB: Uint8Array;
}
/** The declared type of a column. */
export type ColumnType = keyof CellTypes;
type RowOf<C extends readonly ColumnType[]> = { readonly [At in keyof C]: CellTypes[C[At]] };

/** A prepared statement whose rows are lists of cells. */
export interface RowQuery<Row> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  all(...values: readonly SQLInputValue[]): Row[];
  iterate(...values: readonly SQLInputValue[]): Iterable<Row>;
}

/**
 * Prepares a statement with the types of its columns. They are compared with the schema here, so that a row type cannot differ
 * from its statement; the type of an expression, such as a count, is trusted.
 */
export function prepareRows<const C extends readonly ColumnType[]>(
  database: DatabaseSync,
  sql: string,
  ...types: C
): RowQuery<RowOf<C>> {
  const statement = database.prepare(sql);
  const declared = statement.columns().map(({ type }) => type);
  const isSame = (type: string | null, at: number): boolean =>
    type === null || type === types[at]?.replace('?', '');
  if (declared.length !== types.length || !declared.every(isSame))
    throw new SearchFault(
      'failed',
      `"${sql}" returns ${declared.join(', ')}, not ${types.join(', ')}.`,
    );
  statement.setReturnArrays(true);
  // node:sqlite types every row as an object; with setReturnArrays rows are lists, of the types compared above.
  return statement as unknown as RowQuery<RowOf<C>>;
}

/** The statements of one database, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #queries = new Map<string, RowQuery<unknown>>();
  readonly #writes = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Prepares a statement that returns rows. */
  query<const C extends readonly ColumnType[]>(sql: string, ...types: C): RowQuery<RowOf<C>> {
    const known = this.#queries.get(sql);
    // One text has one list of types, because both are written in the same call.
    if (known !== undefined) return known as RowQuery<RowOf<C>>;
    const prepared = prepareRows<C>(this.#database, sql, ...types);
    this.#queries.set(sql, prepared);
    return prepared;
  }

  /** Prepares a statement that returns no rows. */
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
