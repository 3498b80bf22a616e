import { RECORD_BYTES_MAX, REPORT_CHARS } from './parse-record.ts';
import type { RecordText, RecordSplitter } from './record-text.ts';
import { ImportRefusedError } from './refusal.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Matches the characters between elements, which no element begins with. */
const BETWEEN_ELEMENTS = /[\s,:}\]\u001e\ufeff]/;
/** Matches the character after a number, `null`, `true` or `false`. */
const WORD_END = /[\s,:[\]{}"]/g;

/** Kind of the current element: an object or array, a text in quotes, or another value; `nothing` between elements. */
type JsonElementKind = 'nested' | 'text' | 'word' | 'nothing';

/**
 * Splits a file with a JSON array of records, or with one JSON record after the other, with one record in memory. Refuses a
 * file with a second array, because it is unclear which one has the records.
 */
export class JsonRecordSplitter implements RecordSplitter<string> {
  readonly #path: string;
  #inArray = false;
  #arrayEnded = false;
  #kind: JsonElementKind = 'nothing';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #parts: string[] = [];
  #partsLength = 0;
  #number = 0;
  #read = 0;
  #start = 0;

  constructor(path: string) {
    this.#path = path;
  }

  *push(chunk: string): Generator<RecordText> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#kind === 'nothing') {
        this.#kind = this.#begins(chunk[at] ?? '');
        from = at;
        this.#start = this.#read + at;
        this.#depth = this.#kind === 'nested' ? 1 : 0;
        continue;
      }
      const end = this.#endOfElement(chunk, at);
      if (end === -1) break;
      yield this.#element(chunk.slice(from, end));
      at = end - 1;
    }
    if (this.#kind !== 'nothing') this.#keep(chunk.slice(from));
    this.#read += chunk.length;
  }

  /** Returns the index after the end of the current element; -1 when the chunk ends before it. */
  #endOfElement(chunk: string, from: number): number {
    switch (this.#kind) {
      case 'text':
        return this.#endOfString(chunk, from) + 1 || -1;
      case 'word':
        WORD_END.lastIndex = from;
        return WORD_END.exec(chunk)?.index ?? -1;
      default:
        return this.#endOfNested(chunk, from) + 1 || -1;
    }
  }

  /** Returns the index of the bracket that ends the current object or array; -1 when the chunk ends before it. */
  #endOfNested(chunk: string, from: number): number {
    let depth = this.#depth;
    let at = from;
    if (this.#inString) {
      at = this.#endOfString(chunk, from);
      if (at === -1) return -1;
      at += 1;
    }
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === QUOTE) {
        at = this.#endOfString(chunk, at + 1);
        if (at === -1) break;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    this.#depth = depth;
    return depth === 0 ? at : -1;
  }

  /** Returns the index of the quote that ends the current string; -1 when the chunk ends before it. */
  #endOfString(chunk: string, from: number): number {
    let at = from;
    if (this.#escaped && at < chunk.length) {
      this.#escaped = false;
      at += 1;
    }
    for (;;) {
      const quote = chunk.indexOf('"', at);
      const end = quote === -1 ? chunk.length : quote;
      let backslashes = 0;
      while (end - backslashes > at && chunk.charCodeAt(end - backslashes - 1) === BACKSLASH)
        backslashes += 1;
      const escaped = backslashes % 2 === 1;
      if (quote === -1) {
        this.#inString = true;
        this.#escaped ||= escaped;
        return -1;
      }
      if (!escaped) {
        this.#inString = false;
        return quote;
      }
      at = quote + 1;
    }
  }

  #begins(character: string): JsonElementKind {
    const code = character.charCodeAt(0);
    if (code === OPEN_BRACKET && !this.#inArray) {
      if (this.#arrayEnded || this.#number > 0) {
        throw new ImportRefusedError(
          'two_documents',
          `${this.#path} holds two JSON documents one after the other; cut it into two files.`,
        );
      }
      this.#inArray = true;
    } else if (code === CLOSE_BRACKET && this.#inArray) {
      this.#inArray = false;
      this.#arrayEnded = true;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (this.#arrayEnded) {
        throw new ImportRefusedError(
          'two_documents',
          `${this.#path} holds another JSON document after its array; cut it into two files.`,
        );
      }
      return 'nested';
    } else if (!this.#arrayEnded && !BETWEEN_ELEMENTS.test(character)) {
      return code === QUOTE ? 'text' : 'word';
    }
    return 'nothing';
  }

  #keep(part: string): void {
    // Only the beginning of an element over the size limit is kept, for the report of records that were not imported.
    if (this.#partsLength <= RECORD_BYTES_MAX) this.#parts.push(part);
    this.#partsLength += part.length;
  }

  #element(last: string): RecordText {
    this.#keep(last);
    const whole = this.#parts.length === 1 ? last : this.#parts.join('');
    const tooLarge = this.#partsLength > RECORD_BYTES_MAX;
    this.#parts = [];
    this.#partsLength = 0;
    this.#kind = 'nothing';
    this.#number += 1;
    return {
      text: tooLarge ? whole.slice(0, REPORT_CHARS) : whole,
      place: String(this.#number),
      offset: this.#start,
      ...(tooLarge ? { problem: 'too_large' as const } : {}),
    };
  }

  *end(): Generator<RecordText> {
    if (this.#kind === 'word' && !this.#inArray) yield this.#element('');
    // A file that was cut off between two elements of its array lacks records, although every element is whole.
    else if (this.#kind !== 'nothing' || this.#inArray)
      yield {
        text: this.#parts.join('').slice(0, REPORT_CHARS),
        place: String(this.#number + 1),
        offset: this.#kind === 'nothing' ? this.#read : this.#start,
        problem: 'truncated',
      };
  }
}
