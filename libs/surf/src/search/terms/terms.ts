/** A term of one or several words with its meaning, as an entry of a table of terms. */
export interface Term<T> {
  readonly words: readonly string[];
  readonly of: T;
}

/** A table of terms, found by the first word of each. */
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

  /** Returns the longest terms that begin at this word of the query, in the order of their addition. */
  longestAt(words: readonly string[], at: number): readonly Term<T>[] {
    const fitting = (this.#byFirst.get(words[at] ?? '') ?? []).filter((term) =>
      term.words.every((word, next) => words[at + next] === word),
    );
    const length = Math.max(...fitting.map((term) => term.words.length));
    return fitting.filter((term) => term.words.length === length);
  }
}
