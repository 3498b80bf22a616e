import type { RawRecord } from '../sources/source.ts';
import { cellsOf, type Delimiter } from './cells.ts';
import type { RecordProblem, RecordText } from './record-text.ts';

/** One record as it was found in a file. */
export interface ParsedRecord {
  /** The record; null when `problem` says why there is none. */
  readonly raw: RawRecord | null;
  readonly problem?: RecordProblem;
}

/** How the text of a record becomes its members. */
export type Parser =
  | { readonly kind: 'json' }
  | { readonly kind: 'csv'; readonly columns: readonly string[]; readonly delimiter: Delimiter };

/** Characters that a problem report keeps of a record that is too large or truncated. */
export const REPORT_CHARS = 400;
/** Largest record that is parsed. */
export const RECORD_BYTES_MAX = 1024 * 1024;
const JSON_DEPTH_MAX = 32;
/** A shorter record cannot be deep enough to harm a mapping; nearly all are shorter. */
const SHALLOW_CHARS = 8_192;

/** Reads the text of one record; never throws. */
export function parseRecord(text: string, parser: Parser): ParsedRecord {
  return parser.kind === 'json' ? jsonItem(text) : csvItem(text, parser);
}

/** Reads one piece of a file; never throws. */
export function parseRecordText({ text, problem }: RecordText, parser: Parser): ParsedRecord {
  if (problem !== undefined) return { raw: null, problem };
  return parseRecord(typeof text === 'string' ? text : text.toString('utf8'), parser);
}

function jsonItem(text: string): ParsedRecord {
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
  { columns, delimiter }: { readonly columns: readonly string[]; readonly delimiter: Delimiter },
): ParsedRecord {
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
