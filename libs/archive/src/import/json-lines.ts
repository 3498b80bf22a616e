import { parseRecord, RECORD_BYTES_MAX, REPORT_CHARS } from './parse-record.ts';
import type { RecordText, RecordSplitter } from './record-text.ts';

/** Splits a file with one JSON record on each line. A broken line does not affect other lines. */
export class JsonLinesRecordSplitter implements RecordSplitter<string> {
  #rest = '';
  /** Number of characters that were removed from the current line, because it is over the size limit. */
  #removed = 0;
  #line = 0;
  #offset = 0;

  *push(chunk: string): Generator<RecordText> {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const text of lines) {
      this.#line += 1;
      if (text.trim() !== '') yield this.#piece(text);
      this.#offset += text.length + this.#removed + 1;
      this.#removed = 0;
    }
    if (this.#rest.length > 2 * RECORD_BYTES_MAX) {
      this.#removed += this.#rest.length - (RECORD_BYTES_MAX + 1);
      this.#rest = this.#rest.slice(0, RECORD_BYTES_MAX + 1);
    }
  }

  *end(): Generator<RecordText> {
    const text = this.#rest;
    this.#rest = '';
    this.#line += 1;
    if (text.trim() !== '') yield { ...this.#piece(text), ...(isJson(text) ? {} : CUT_OFF) };
  }

  #piece(text: string): RecordText {
    const piece = { text, place: `line ${this.#line}`, offset: this.#offset };
    return text.length > RECORD_BYTES_MAX
      ? { ...piece, text: text.slice(0, REPORT_CHARS), problem: 'too_large' }
      : piece;
  }
}

const CUT_OFF = { problem: 'truncated' } as const;

/** True when the last line of the file is complete JSON; otherwise the file was cut off. */
function isJson(text: string): boolean {
  return parseRecord(text, { kind: 'json' }).problem !== 'not_json';
}
