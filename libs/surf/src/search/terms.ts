/** A term of one or several words with its meaning. */
export interface Term<T> {
  readonly words: readonly string[];
  readonly of: T;
}

/** Terms by their first word, for a search at each word of a query. */
export class Terms<T> {
  readonly #byFirst = new Map<string, Term<T>[]>();

  /** Adds a term. A term without words is never found. */
  add(words: readonly string[], of: T): void {
    const [first] = words;
    if (first === undefined) return;
    const known = this.#byFirst.get(first);
    if (known === undefined) this.#byFirst.set(first, [{ words, of }]);
    else known.push({ words, of });
  }

  /** The longest terms that begin at this word of the query, in the order in which they were added. */
  longestAt(words: readonly string[], at: number): readonly Term<T>[] {
    const fitting = (this.#byFirst.get(words[at] ?? '') ?? []).filter((term) =>
      term.words.every((word, next) => words[at + next] === word),
    );
    const length = Math.max(...fitting.map((term) => term.words.length));
    return fitting.filter((term) => term.words.length === length);
  }
}
