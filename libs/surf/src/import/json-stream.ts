import { type Item, jsonItem, type KnownTexts, RECORD_BYTES_MAX } from './item.ts';
import { ImportRefusal } from './refusal.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Elements of a JSON array, or JSON values one after the other (JSON lines, a single object), from pieces of any size.
 * Keeps one element in memory. A second array after the first is refused: nobody can tell which one is meant.
 */
export class JsonSplitter {
  readonly #path: string;
  readonly #known: KnownTexts | undefined;
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

  constructor(path: string, known?: KnownTexts) {
    this.#path = path;
    this.#known = known;
  }

  /** Elements that end in this piece. */
  *push(piece: string): Generator<Item> {
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

  #element(last: string): Item {
    this.#keep(last);
    const text = this.#parts.length === 1 ? last : this.#parts.join('');
    const tooLarge = this.#partsLength > RECORD_BYTES_MAX;
    this.#parts = [];
    this.#partsLength = 0;
    this.#number += 1;
    const place = String(this.#number);
    if (tooLarge)
      return {
        raw: null,
        text: text.slice(0, 400),
        place,
        offset: this.#start,
        problem: 'too_large',
      };
    return jsonItem(text, place, this.#start, this.#known);
  }

  /** What is left at the end: an element that was cut off. */
  *end(): Generator<Item> {
    if (this.#depth === 0) return;
    const text = this.#parts.join('').slice(0, 400);
    yield {
      raw: null,
      text,
      place: String(this.#number + 1),
      offset: this.#start,
      problem: 'truncated',
    };
  }
}

/** Records of a JSON text of any size. */
export async function* jsonItems(
  pieces: AsyncIterable<string>,
  path: string,
  known?: KnownTexts,
): AsyncGenerator<Item> {
  const splitter = new JsonSplitter(path, known);
  for await (const piece of pieces) yield* splitter.push(piece);
  yield* splitter.end();
}

/** Records of JSON lines: a broken line costs that line only. */
export async function* lineItems(
  pieces: AsyncIterable<string>,
  known?: KnownTexts,
): AsyncGenerator<Item> {
  let rest = '';
  let line = 0;
  let offset = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      const item = lineItem(text, line, offset, known);
      if (item !== null) yield item;
      offset += text.length + 1;
    }
    if (rest.length > 2 * RECORD_BYTES_MAX) rest = rest.slice(0, RECORD_BYTES_MAX + 1);
  }
  const last = lineItem(rest, line + 1, offset, known);
  if (last?.problem === 'not_json') yield { ...last, problem: 'truncated' };
  else if (last !== null) yield last;
}

function lineItem(
  text: string,
  line: number,
  offset: number,
  known: KnownTexts | undefined,
): Item | null {
  return text.trim() === '' ? null : jsonItem(text, `line ${line}`, offset, known);
}
