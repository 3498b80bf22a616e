import type { RawRecord } from '../sources/source.ts';
import { type Item, type KnownTexts, RECORD_BYTES_MAX } from './item.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** What stands between two cells. */
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter that the first line uses most outside of quotes. */
export function delimiterOf(text: string): Delimiter {
  const line = firstLine(text).replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function firstLine(text: string): string {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if ((char === '\n' || char === '\r') && !quoted) return text.slice(0, at);
  }
  return text;
}

interface Row {
  readonly cells: readonly string[];
  readonly text: string;
  readonly line: number;
  readonly offset: number;
  /** False when the file ended inside it. */
  readonly whole: boolean;
}

/** Splits CSV text into rows (RFC 4180, quotes also where they should not be). Keeps one row in memory. */
export class CsvSplitter {
  readonly #delimiter: number;
  #rest = '';
  #offset = 0;
  #line = 1;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Rows that end in this piece. */
  *push(piece: string): Generator<Row> {
    const text = this.#rest === '' ? piece : this.#rest + piece;
    let start = 0;
    for (;;) {
      const end = this.#rowEnd(text, start);
      if (end === -1) break;
      const line = text.slice(start, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end);
      if (line !== '') yield this.#row(line, true);
      this.#offset += end + 1 - start;
      this.#line += lineBreaks(line) + 1;
      start = end + 1;
    }
    this.#rest = text.slice(start);
    // A quote that never closes must not gather the whole file: give the row up and go on after its first line.
    if (this.#rest.length > RECORD_BYTES_MAX) {
      const line = this.#rest.slice(0, this.#rest.indexOf('\n') + 1 || RECORD_BYTES_MAX);
      yield this.#row(line.trimEnd(), false);
      this.#offset += line.length;
      this.#line += 1;
      this.#rest = this.#rest.slice(line.length);
    }
  }

  /** The last row when no line break follows it. */
  *end(): Generator<Row> {
    const line = this.#rest.replace(/\r$/, '');
    this.#rest = '';
    if (line !== '') yield this.#row(line, quotesClosed(line));
  }

  #rowEnd(text: string, start: number): number {
    let from = start;
    let closed = true;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end === -1) return -1;
      if (!quotesClosed(text.slice(from, end))) closed = !closed;
      if (closed) return end;
      from = end + 1;
    }
  }

  #row(line: string, whole: boolean): Row {
    return { cells: this.#cells(line), text: line, line: this.#line, offset: this.#offset, whole };
  }

  #cells(line: string): string[] {
    const cells: string[] = [];
    let at = 0;
    while (at <= line.length) {
      if (line.charCodeAt(at) === 0x22) {
        const { value, next } = quotedCell(line, at, this.#delimiter);
        cells.push(value);
        at = next + 1;
      } else {
        let end = at;
        while (end < line.length && line.charCodeAt(end) !== this.#delimiter) end++;
        cells.push(line.slice(at, end));
        at = end + 1;
      }
    }
    return cells;
  }
}

function quotedCell(
  line: string,
  start: number,
  delimiter: number,
): { value: string; next: number } {
  let at = start + 1;
  let value = '';
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote === -1) return { value: value + line.slice(at), next: line.length };
    value += line.slice(at, quote);
    const after = line.charCodeAt(quote + 1);
    if (after === 0x22) {
      value += '"';
      at = quote + 2;
    } else if (Number.isNaN(after) || after === delimiter) {
      return { value, next: quote + 1 };
    } else {
      // A stray quote inside a quoted cell: taken as a character.
      value += '"';
      at = quote + 1;
    }
  }
}

function quotesClosed(line: string): boolean {
  let count = 0;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) count++;
  return count % 2 === 0;
}

function lineBreaks(line: string): number {
  let count = 0;
  for (let at = line.indexOf('\n'); at !== -1; at = line.indexOf('\n', at + 1)) count++;
  return count;
}

/** Column names of the first row, trimmed; the BOM is gone already. */
export function csvHeader(text: string, delimiter: Delimiter): string[] {
  const splitter = new CsvSplitter(delimiter);
  const [first] = [...splitter.push(text), ...splitter.end()];
  return (first?.cells ?? []).map((name) => name.trim());
}

/** Records of a CSV text, by the names of its first row. */
export async function* csvItems(
  pieces: AsyncIterable<string>,
  delimiter: Delimiter,
  known?: KnownTexts,
): AsyncGenerator<Item> {
  const splitter = new CsvSplitter(delimiter);
  let names = null as readonly string[] | null;
  const read = (row: Row): Item | null => {
    if (names === null) {
      names = row.cells.map((cell) => cell.trim());
      return null;
    }
    return csvItem(row, names, known);
  };
  for await (const piece of pieces) {
    for (const row of splitter.push(piece)) {
      const item = read(row);
      if (item !== null) yield item;
    }
  }
  for (const row of splitter.end()) {
    const item = read(row);
    if (item !== null) yield item;
  }
}

function csvItem(row: Row, names: readonly string[], known: KnownTexts | undefined): Item {
  const place = `line ${row.line}`;
  if (!row.whole)
    return {
      raw: null,
      text: row.text.slice(0, 400),
      place,
      offset: row.offset,
      problem: 'truncated',
    };
  if (row.cells.length !== names.length) {
    return {
      raw: null,
      text: row.text.slice(0, 400),
      place,
      offset: row.offset,
      problem: 'column_count',
    };
  }
  const source = known?.sourceOf?.(row.text) ?? null;
  if (source !== null)
    return { raw: null, text: row.text, place, offset: row.offset, known: source };
  const raw: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) raw[names[at] ?? ''] = row.cells[at] ?? '';
  const record: RawRecord = raw;
  return { raw: record, text: row.text, place, offset: row.offset };
}
