import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Cell } from './rows-of.ts';

const STATEMENTS_MAX = 64;

/** A row as SQLite gives it: its cells in the order of the columns. */
export type Row = readonly Cell[];

/** A cell as text. */
export function asText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : String(cell ?? '');
}

/** Statements of one database, prepared once; they give rows as lists of cells. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #known = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  of(sql: string): StatementSync {
    const known = this.#known.get(sql);
    if (known !== undefined) return known;
    if (this.#known.size >= STATEMENTS_MAX) this.#known.clear();
    const made = this.#database.prepare(sql);
    made.setReturnArrays(true);
    this.#known.set(sql, made);
    return made;
  }

  clear(): void {
    this.#known.clear();
  }
}
