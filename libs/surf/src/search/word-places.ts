const BLANK = 0x20;
const BREAK = 0x0a;

function isBetween(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === BLANK || code === BREAK;
}

/**
 * The positions of a query's words in one document. Each word is searched once in the whole text, whose lines are the fields.
 */
export class WordPlaces {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #ends: number[] = [];
  readonly #fields: number[] = [];
  #text = '';

  /** Adds a word to the search; returns the number by which it is read. */
  number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  /** Sets the document: its fields, one line each. */
  setText(text: string): void {
    this.#text = text;
    this.#ends.length = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1))
      this.#ends.push(end);
    this.#ends.push(text.length);
    for (let at = 0; at < this.#words.length; at++)
      this.#fields[at] = this.#find(this.#words[at] ?? '');
  }

  #find(word: string): number {
    const text = this.#text;
    let fields = 0;
    let field = 0;
    for (let at = text.indexOf(word); at !== -1;) {
      while (at > (this.#ends[field] ?? 0)) field += 1;
      let next = at + 1;
      if (isBetween(text, at - 1) && isBetween(text, at + word.length)) {
        fields |= 1 << field;
        // One occurrence per field is enough, so the search continues in the next field.
        next = this.#ends[field] ?? text.length;
      }
      at = text.indexOf(word, next);
    }
    return fields;
  }

  /** Returns the fields that contain a word, as a bit set. */
  fields(number: number): number {
    return this.#fields[number] ?? 0;
  }

  /** Returns the words of a field. */
  field(at: number): string {
    return this.#text.slice(at === 0 ? 0 : (this.#ends[at - 1] ?? 0) + 1, this.#ends[at]);
  }
}
