import type { ArchiveRecord } from '../record/archive-record.ts';
import type { Cleaner } from '../record/clean.ts';

/** A record as its file contains it, after JSON or CSV was parsed. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The functions and limits that a mapping receives. */
export interface MappingTools {
  readonly cleaner: Cleaner;
  /** Latest possible year of a work: next year. */
  readonly yearMax: number;
}

/**
 * One source of references: the format of its records and their mapping. A new source is one such file and one line in
 * `sources.ts`.
 */
export interface Source {
  /** The name in ids, filters and on the command line. */
  readonly name: string;
  /** The dataset, as an attribution names it. */
  readonly dataset: string;
  readonly institution: string;
  /** Sets of member names. A record of a file of this source has all names of one set. */
  readonly shapes: readonly (readonly string[])[];
  /** True for a record of this source, when another source has the same shape; by default for every record. */
  readonly owns?: (raw: RawRecord) => boolean;
  /** The record's id as the source writes it; empty when it has none. */
  readonly idOf: (raw: RawRecord) => string;
  /** The normalised record, or the reason code for the report when the record is rejected. */
  readonly map: (raw: RawRecord, tools: MappingTools) => ArchiveRecord | RejectReason;
  /** The day of the record's last change, in days since the epoch; null when the record does not state it. */
  readonly changedOn?: (raw: RawRecord) => number | null;
  /** True for a record that its publisher deleted: its document leaves the index. */
  readonly isDeleted?: (raw: RawRecord) => boolean;
}

/** The source of one record among those whose shape fits the file. */
export function ownerOf(raw: RawRecord, sources: readonly Source[]): Source | undefined {
  return sources.find(({ owns }) => owns?.(raw) ?? true);
}

/** The reason for which a record was rejected. */
export type RejectReason = 'no_id' | 'no_content' | 'shifted';

/** A member as trimmed text; empty when it is missing, null or no scalar. */
export function textOf(raw: RawRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = raw[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** A member as an integer, also when it is written as text; null otherwise. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  return typeof value === 'string' && /^\s*-?\d{1,6}\s*$/.test(value) ? Number(value) : null;
}

/** A member as a list of objects; empty when it is no list. */
export function objectsOf(value: unknown): readonly RawRecord[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A member as a list of texts, also when the file has one text with separators. */
export function textsOf(value: unknown, separator: RegExp = /\s*[;|]\s*/): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) =>
      typeof one === 'string' && one.trim() !== '' ? [one.trim()] : [],
    );
  return typeof value === 'string'
    ? value
        .split(separator)
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : [];
}

/** True when a value is an object with members. */
export function isObject(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const GROUP =
  /,? from (?:the |an? )?(?:(?:illustrated book|periodical|portfolio|series|album|book|suite|set|installation|sketchbook|journal)[,:]? +(?:of +)?)?["'“‘«]?(?=[\p{Lu}\d])([^]*?)["'”’»]?$/iu;
const NAMED_GROUP =
  /,? from the (?:portfolio|series|album|book|suite|set|illustrated book|periodical)[,:]? +["'“‘«]?([^]*?)["'”’»]?$/iu;

/** The series that a title names at its end: "Plate (folio 4) from LABYRINTY" → "LABYRINTY"; empty when it names none. */
export function groupInTitle(title: string): string {
  const at = title.toLowerCase().lastIndexOf(' from ');
  if (at <= 0) return '';
  const tail = title.slice(at);
  const named = NAMED_GROUP.exec(tail)?.[1];
  if (named !== undefined) return named.trim();
  // Without a word for a series, only a capital letter distinguishes a title from a place: "View from the Dunes" names no group.
  if (!/^ from ["'“‘«]?\p{Lu}/u.test(tail)) return '';
  return (GROUP.exec(tail)?.[1] ?? '').trim();
}

/** Titles in brackets after the first one, often the original language: "The Kiss (Der Kuss)" → "Der Kuss". */
export function bracketedTitles(title: string): string[] {
  if (!title.includes('(')) return [];
  return [...title.matchAll(/\(([^()]{3,120})\)/g)].map(([, inner]) => (inner ?? '').trim());
}
