import { parseItem, RECORD_BYTES_MAX } from './item.ts';
import type { Piece, Splitter } from './piece.ts';
import { ImportRefusal } from './refusal.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const REPORT_CHARS = 400;

/**
 * Elements of a JSON array, or JSON values one after the other (JSON lines, a single object), from pieces of any size.
 * Keeps one element in memory. A second array after the first is refused: nobody can tell which one is meant.
 */
export class JsonSplitter implements Splitter<string> {
  readonly #path: string;
  #inArray = false;
  #arrayEnded = false;
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

  /** Elements that end in this piece. */
  *push(piece: string): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      if (this.#depth === 0) {
        if (this.#begins(piece.charCodeAt(at)) === 'nothing') continue;
        from = at;
        this.#start = this.#read + at;
        this.#depth = 1;
        continue;
      }
      at = this.#endOfElement(piece, at);
      if (at === -1) break;
      yield this.#element(piece.slice(from, at + 1));
    }
    if (this.#depth > 0) this.#keep(piece.slice(from));
    this.#read += piece.length;
  }

  /**
   * Place of the sign that ends the element under way, -1 when the piece ends before it. Every character of a file comes
   * through here: what is inside quotes is passed over by a search for their end.
   */
  #endOfElement(piece: string, from: number): number {
    let depth = this.#depth;
    let at = from;
    if (this.#inString) {
      at = this.#endOfString(piece, from);
      if (at === -1) return -1;
      at += 1;
    }
    for (; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === QUOTE) {
        at = this.#endOfString(piece, at + 1);
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

  /** Place of the quote that ends the string under way; -1 when the piece ends inside it, which is remembered. */
  #endOfString(piece: string, from: number): number {
    let at = from;
    if (this.#escaped && at < piece.length) {
      this.#escaped = false;
      at += 1;
    }
    for (;;) {
      const quote = piece.indexOf('"', at);
      const end = quote === -1 ? piece.length : quote;
      let backslashes = 0;
      while (end - backslashes > at && piece.charCodeAt(end - backslashes - 1) === BACKSLASH)
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

  #begins(code: number): 'element' | 'nothing' {
    if (code === OPEN_BRACKET && !this.#inArray) {
      if (this.#arrayEnded || this.#number > 0) {
        throw new ImportRefusal(
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
        throw new ImportRefusal(
          'two_documents',
          `${this.#path} holds another JSON document after its array; cut it into two files.`,
        );
      }
      return 'element';
    }
    return 'nothing';
  }

  #keep(part: string): void {
    // Of an element over the limit only the beginning is kept, for the report.
    if (this.#partsLength <= RECORD_BYTES_MAX) this.#parts.push(part);
    this.#partsLength += part.length;
  }

  #element(last: string): Piece {
    this.#keep(last);
    const whole = this.#parts.length === 1 ? last : this.#parts.join('');
    const tooLarge = this.#partsLength > RECORD_BYTES_MAX;
    this.#parts = [];
    this.#partsLength = 0;
    this.#number += 1;
    return {
      text: tooLarge ? whole.slice(0, REPORT_CHARS) : whole,
      place: String(this.#number),
      offset: this.#start,
      ...(tooLarge ? { problem: 'too_large' as const } : {}),
    };
  }

  /** What is left at the end: an element that was cut off. */
  *end(): Generator<Piece> {
    if (this.#depth === 0) return;
    yield {
      text: this.#parts.join('').slice(0, REPORT_CHARS),
      place: String(this.#number + 1),
      offset: this.#start,
      problem: 'truncated',
    };
  }
}

/** Cuts JSON lines: a broken line costs that line only. */
export class LineSplitter implements Splitter<string> {
  #rest = '';
  #line = 0;
  #offset = 0;

  *push(piece: string): Generator<Piece> {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const text of lines) {
      this.#line += 1;
      if (text.trim() !== '') yield this.#piece(text);
      this.#offset += text.length + 1;
    }
    if (this.#rest.length > 2 * RECORD_BYTES_MAX)
      this.#rest = this.#rest.slice(0, RECORD_BYTES_MAX + 1);
  }

  *end(): Generator<Piece> {
    const text = this.#rest;
    this.#rest = '';
    this.#line += 1;
    if (text.trim() !== '') yield { ...this.#piece(text), ...(isJson(text) ? {} : CUT_OFF) };
  }

  #piece(text: string): Piece {
    const piece = { text, place: `line ${this.#line}`, offset: this.#offset };
    return text.length > RECORD_BYTES_MAX
      ? { ...piece, text: text.slice(0, REPORT_CHARS), problem: 'too_large' }
      : piece;
  }
}

const CUT_OFF = { problem: 'truncated' } as const;

/** Asked of the last line alone: what is no JSON there was cut off. */
function isJson(text: string): boolean {
  return parseItem(text, { kind: 'json' }).problem !== 'not_json';
}
