import { SEARCH_FIELDS } from '@bridge/search';
import { FIELD_AT } from '../lexicon/field-at.ts';

const TITLE = 1 << FIELD_AT.title;
const ALL_FIELDS = 2 ** SEARCH_FIELDS.length - 1;
const BUCKETS = 1_024;

/**
 * Returns the bucket of the hash table for the word between two positions of a text, computed from its first and last letter
 * and its length.
 */
function bucketOf(text: string, from: number, to: number): number {
  const hash = text.charCodeAt(from) * 31 + text.charCodeAt(to - 1) * 7 + (to - from) * 131;
  return hash & (BUCKETS - 1);
}

/**
 * For each word of a query, the fields of one document that contain it. The text of the document, one line per field, is read
 * once for all words: a query with its synonyms has up to a hundred words, and some 200 documents are compared.
 */
export class FieldsByWord {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
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
    const bucket = bucketOf(word, 0, word.length);
    this.#numbers.set(word, number);
    this.#before.push(this.#last[bucket] ?? -1);
    this.#last[bucket] = number;
    this.#fields.push(0);
    return number;
  }

  /**
   * Replaces the document in which the words are looked up. `text`: its fields in the order of SEARCH_FIELDS, one line each.
   */
  setText(text: string): void {
    this.#text = text;
    this.#fields.fill(0);
    this.#ends.length = 0;
    // `indexOf` reads several characters at a time. A loop over the characters takes a third longer.
    for (let from = 0, end = -1; end < text.length; from = end + 1) {
      const next = text.indexOf('\n', from);
      end = next === -1 ? text.length : next;
      this.#addWords(from, end);
      this.#ends.push(end);
    }
  }

  #addWords(first: number, end: number): void {
    for (let from = first; from < end;) {
      const next = this.#text.indexOf(' ', from);
      const to = next === -1 || next > end ? end : next;
      this.#addWord(from, to);
      from = to + 1;
    }
  }

  /** Notes that the field being read contains the word between these positions of the text, if it is a word of the query. */
  #addWord(from: number, to: number): void {
    let number = this.#last[bucketOf(this.#text, from, to)] ?? -1;
    for (; number !== -1; number = this.#before[number] ?? -1) {
      const word = this.#words[number] ?? '';
      if (word.length !== to - from || !this.#text.startsWith(word, from)) continue;
      this.#fields[number] = this.fields(number) | (1 << this.#ends.length);
      return;
    }
  }

  /** Returns the fields of the document that contain the word with this number, as a bit set over SEARCH_FIELDS. */
  fields(number: number): number {
    return this.#fields[number] ?? 0;
  }

  /** Returns the fields of the document that contain all words with these numbers, as a bit set over SEARCH_FIELDS. */
  fieldsWithAll(numbers: readonly number[]): number {
    let fields = ALL_FIELDS;
    for (const number of numbers) fields &= this.fields(number);
    return fields;
  }

  /** True when the title of the document contains the word with this number. */
  isInTitle(number: number): boolean {
    return (this.fields(number) & TITLE) !== 0;
  }

  /** Returns the text of a field of the document; `at` is the index of the field in SEARCH_FIELDS. */
  field(at: number): string {
    return this.#text.slice(at === 0 ? 0 : (this.#ends[at - 1] ?? 0) + 1, this.#ends[at]);
  }
}
