import { FIELD_AT } from '../lexicon/field-at.ts';

const TITLE = 1 << FIELD_AT.title;
const BLANK = 0x20;
const BREAK = 0x0a;
const BUCKETS = 1_024;

function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function hashOfWord(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = nextHash(hash, word.charCodeAt(at));
  return hash;
}

/**
 * Finds out which fields of one document contain which words of a query. The text of the document, one line per field, is read
 * once for all words: a query with its synonyms has up to a hundred words, and some 200 documents are compared.
 */
export class WordPositions {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #hashes: number[] = [];
  /** For each bucket of the hash table, the number of the word that was added last; -1 for an empty bucket. */
  readonly #last = new Int32Array(BUCKETS).fill(-1);
  /** For each word, the number of the word that was added before it to the same bucket; -1 for none. */
  readonly #before: number[] = [];
  readonly #ends: number[] = [];
  readonly #fields: number[] = [];
  #text = '';

  /** Adds a word without blanks to the words of the query, once; returns its number, by which `fields` identifies it. */
  number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    const hash = hashOfWord(word);
    const bucket = hash & (BUCKETS - 1);
    this.#numbers.set(word, number);
    this.#hashes.push(hash);
    this.#before.push(this.#last[bucket] ?? -1);
    this.#last[bucket] = number;
    this.#fields.push(0);
    return number;
  }

  /** Makes a document the current one. `text`: its fields in the order of SEARCH_FIELDS, one line each. */
  setText(text: string): void {
    this.#text = text;
    this.#fields.fill(0);
    this.#ends.length = 0;
    let from = 0;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== BLANK && code !== BREAK) {
        hash = nextHash(hash, code);
        continue;
      }
      this.#addWord(hash, from, at);
      if (code === BREAK) this.#ends.push(at);
      from = at + 1;
      hash = 0;
    }
    this.#addWord(hash, from, text.length);
    this.#ends.push(text.length);
  }

  /** Notes that the current field contains the word between these positions of the text, if it is a word of the query. */
  #addWord(hash: number, from: number, to: number): void {
    let number = this.#last[hash & (BUCKETS - 1)] ?? -1;
    for (; number !== -1; number = this.#before[number] ?? -1) {
      if (this.#hashes[number] !== hash) continue;
      const word = this.#words[number] ?? '';
      if (word.length !== to - from || !this.#text.startsWith(word, from)) continue;
      this.#fields[number] = this.fields(number) | (1 << this.#ends.length);
      return;
    }
  }

  /** Returns the fields of the current document that contain the word with this number, as a bit set over SEARCH_FIELDS. */
  fields(number: number): number {
    return this.#fields[number] ?? 0;
  }

  /** True when the title contains a word. */
  isInTitle(number: number): boolean {
    return (this.fields(number) & TITLE) !== 0;
  }

  /** Returns the text of a field of the current document; `at` is the index of the field in SEARCH_FIELDS. */
  field(at: number): string {
    return this.#text.slice(at === 0 ? 0 : (this.#ends[at - 1] ?? 0) + 1, this.#ends[at]);
  }
}
