/** An entry of a table of terms that a query may contain. `words`: the term; `value`: its meaning, such as its synonyms. */
export interface TermLookupTableEntry<T> {
  readonly words: readonly string[];
  readonly value: T;
}

/** A table of terms with their values, in which the term that begins at a word of a query can be looked up. */
export class TermLookupTable<T> {
  readonly #byFirst = new Map<string, TermLookupTableEntry<T>[]>();

  /** Adds a term. A term without words is never found. */
  add(words: readonly string[], value: T): void {
    const [first] = words;
    if (first === undefined) return;
    const known = this.#byFirst.get(first);
    if (known === undefined) this.#byFirst.set(first, [{ words, value }]);
    else known.push({ words, value });
  }

  /** Returns the longest terms of the table that begin at this word of the query, in the order in which they were added. */
  longestAt(words: readonly string[], at: number): readonly TermLookupTableEntry<T>[] {
    const fitting = (this.#byFirst.get(words[at] ?? '') ?? []).filter((term) =>
      term.words.every((word, next) => words[at + next] === word),
    );
    const length = Math.max(...fitting.map((term) => term.words.length));
    return fitting.filter((term) => term.words.length === length);
  }
}
