/**
 * An SQL statement or fragment: fixed text with values in between. A value becomes a parameter; a value that is an
 * SqlStatement is inserted as text.
 */
export class SqlStatement<R = unknown> {
  /** Type of the returned rows, for the compiler only. A test compares it with the migrated schema. */
  declare readonly row?: R;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  /** Returns the text with `$1`, `$2`, … for the parameters, whose values are appended to `values`. */
  write(values: unknown[]): string {
    let text = this.#texts[0] ?? '';
    for (const [i, value] of this.#values.entries()) {
      text += value instanceof SqlStatement ? value.write(values) : `$${values.push(value)}`;
      text += this.#texts[i + 1] ?? '';
    }
    return text;
  }
}

/** Template tag that makes an SQL statement or fragment; `R` is the type of its rows. */
export function sql<R = unknown>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): SqlStatement<R> {
  return new SqlStatement<R>(texts, values);
}

/** Makes a fragment of an SQL statement from text that is inserted unchanged. The text must not contain input of a client. */
sql.raw = <R = unknown>(text: string): SqlStatement<R> => new SqlStatement<R>([text], []);

/**
 * Makes a fragment of an SQL statement: the quoted name of a schema, table, column or role. Several names are joined by dots.
 */
sql.id = (...names: readonly string[]): SqlStatement =>
  sql.raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'));
