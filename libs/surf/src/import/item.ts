import type { RawRecord } from '../sources/source.ts';

/** One record as it was found in a file. */
export interface Item {
  /** The record; null when `problem` says why there is none. */
  readonly raw: RawRecord | null;
  /** Its text, for the content hash, the report and the kept original. */
  readonly text: string;
  /** Member name, or the number of the line or element, counted from one. */
  readonly place: string;
  /** Byte offset in the decompressed file. */
  readonly offset: number;
  readonly problem?: ItemProblem;
  /** Source of the stored document that was made from this very text; then the text was not even parsed. */
  readonly known?: string;
}

/** Says of which source a stored document was made from this text; null when none was. May change while reading. */
export interface KnownTexts {
  sourceOf: ((text: string) => string | null) | null;
}

/** Why a record could not be read. */
export type ItemProblem =
  'not_json' | 'not_an_object' | 'null' | 'too_large' | 'too_deep' | 'truncated' | 'column_count';

/** Largest record that is parsed. */
export const RECORD_BYTES_MAX = 1024 * 1024;
const JSON_DEPTH_MAX = 32;
/** A shorter record cannot be deep enough to harm a mapping; nearly all are shorter. */
const SHALLOW_CHARS = 8_192;

/** Parses the text of one JSON record; never throws. */
export function jsonItem(text: string, place: string, offset: number, known?: KnownTexts): Item {
  const source = known?.sourceOf?.(text) ?? null;
  if (source !== null) return { raw: null, text, place, offset, known: source };
  if (text.length > RECORD_BYTES_MAX)
    return { raw: null, text: text.slice(0, 400), place, offset, problem: 'too_large' };
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return { raw: null, text, place, offset, problem: text.trim() === '' ? 'null' : 'not_json' };
  }
  if (value === null) return { raw: null, text, place, offset, problem: 'null' };
  if (typeof value !== 'object' || Array.isArray(value))
    return { raw: null, text, place, offset, problem: 'not_an_object' };
  if (text.length > SHALLOW_CHARS && tooDeep(value, JSON_DEPTH_MAX))
    return { raw: null, text: text.slice(0, 400), place, offset, problem: 'too_deep' };
  return { raw: value as RawRecord, text, place, offset };
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
