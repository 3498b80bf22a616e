import type { RawRecord } from '../sources/source.ts';
import { cellsOf, type CsvDelimiter } from './cells.ts';
import type { RecordReadProblem, RecordText } from './record-text.ts';

/** A parsed record of a file, or the reason why it could not be parsed. */
export interface RecordParseResult {
  /** The record; null when `problem` states the reason. */
  readonly raw: RawRecord | null;
  readonly problem?: RecordReadProblem;
}

/** How record texts are parsed: as JSON, or as CSV rows with these column names. */
export type RecordParserOptions =
  | { readonly kind: 'json' }
  | { readonly kind: 'csv'; readonly columns: readonly string[]; readonly delimiter: CsvDelimiter };

/** Number of characters that are kept of a record that is too large or cut off, for the report of bad records. */
export const REPORT_CHARS = 400;
/** Maximum size of a record, bytes. */
export const RECORD_BYTES_MAX = 1024 * 1024;
const JSON_DEPTH_MAX = 32;
/** Records of at most this length are not checked for JSON_DEPTH_MAX: their length limits the depth to some thousand levels. */
const SHALLOW_CHARS = 8_192;

/** Parses the text of a record; never throws. */
export function parseRecord(text: string, parser: RecordParserOptions): RecordParseResult {
  return parser.kind === 'json' ? jsonItem(text) : csvItem(text, parser);
}

/** Parses the text of a record that a splitter has cut out of a file; never throws. */
export function parseRecordText(
  { text, problem }: RecordText,
  parser: RecordParserOptions,
): RecordParseResult {
  if (problem !== undefined) return { raw: null, problem };
  return parseRecord(typeof text === 'string' ? text : text.toString('utf8'), parser);
}

function jsonItem(text: string): RecordParseResult {
  if (text.length > RECORD_BYTES_MAX) return { raw: null, problem: 'too_large' };
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return { raw: null, problem: text.trim() === '' ? 'null' : 'not_json' };
  }
  if (value === null) return { raw: null, problem: 'null' };
  if (typeof value !== 'object' || Array.isArray(value))
    return { raw: null, problem: 'not_an_object' };
  if (text.length > SHALLOW_CHARS && tooDeep(value, JSON_DEPTH_MAX))
    return { raw: null, problem: 'too_deep' };
  return { raw: value as RawRecord };
}

function csvItem(
  text: string,
  { columns, delimiter }: { readonly columns: readonly string[]; readonly delimiter: CsvDelimiter },
): RecordParseResult {
  const cells = cellsOf(text, delimiter);
  if (cells.length !== columns.length) return { raw: null, problem: 'column_count' };
  const raw: Record<string, string> = {};
  for (let at = 0; at < columns.length; at++) raw[columns[at] ?? ''] = cells[at] ?? '';
  return { raw };
}

function tooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  for (const name in value) {
    const inner: unknown = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object' && tooDeep(inner, left - 1)) return true;
  }
  return false;
}
