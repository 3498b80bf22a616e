/** Fixed text with values between its parts. A value is a parameter, unless it is a statement: a part of this one. */
export class Statement<R = unknown> {
  /** The type of a row; there is no such member. A test compares it with the migrated schema. */
  declare readonly row?: R;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  /** The text with `$1`, `$2`, … in place of the values, which go to `values` in this order. */
  write(values: unknown[]): string {
    let text = this.#texts[0] ?? '';
    for (const [i, value] of this.#values.entries()) {
      text += value instanceof Statement ? value.write(values) : `$${values.push(value)}`;
      text += this.#texts[i + 1] ?? '';
    }
    return text;
  }
}

/** Writes a statement, or a part of one; `R` is the type of a row that it answers. */
export function sql<R = unknown>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): Statement<R> {
  return new Statement<R>(texts, values);
}

/** Text that is inserted as SQL. Never pass it text of a client. */
sql.raw = <R = unknown>(text: string): Statement<R> => new Statement<R>([text], []);

/** A name of a role, table or column, quoted; its parts are joined by points. */
sql.id = (...names: readonly string[]): Statement =>
  sql.raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'));
