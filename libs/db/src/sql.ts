/**
 * An SQL statement, or a part of one: fixed text with values between its parts. A value becomes a parameter; a value
 * that is itself a Statement becomes a part of the text.
 */
export class SqlStatement<R = unknown> {
  /**
   * The type of a row, for the type checker only; the member does not exist. A test compares it with the migrated
   * schema.
   */
  declare readonly row?: R;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  /** Returns the text with `$1`, `$2`, … in place of the values, which are appended to `values` in this order. */
  write(values: unknown[]): string {
    let text = this.#texts[0] ?? '';
    for (const [i, value] of this.#values.entries()) {
      text += value instanceof SqlStatement ? value.write(values) : `$${values.push(value)}`;
      text += this.#texts[i + 1] ?? '';
    }
    return text;
  }
}

/** Makes a statement, or a part of one; `R` is the type of the rows that it returns. */
export function sql<R = unknown>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): SqlStatement<R> {
  return new SqlStatement<R>(texts, values);
}

/** Makes a part of a statement from SQL text. Never pass it text of a client. */
sql.raw = <R = unknown>(text: string): SqlStatement<R> => new SqlStatement<R>([text], []);

/** Quotes a name of a role, table or column; its parts are joined by points. */
sql.id = (...names: readonly string[]): SqlStatement =>
  sql.raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'));
