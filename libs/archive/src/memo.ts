/** Results by text, forgotten all at once when there are too many: bounded, and right whatever is forgotten. */
export class Memo<T> {
  readonly #known = new Map<string, T>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The result for this text, made when it is not known. */
  get(text: string, make: () => T): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (this.#known.size >= this.#max) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
