import type { ArchiveRecord } from '../record/archive-record.ts';
import type { RecordTextCleaner } from '../record/clean.ts';

/** A record as parsed from JSON, CSV or XML, before the mapping of its source converts it to an archive record. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The text cleaner and the latest possible year of a work. The mapping of a source record to an archive record uses both. */
export interface TextCleanerAndLatestYear {
  readonly cleaner: RecordTextCleaner;
  /** Latest possible year of a work: next year. */
  readonly yearMax: number;
}

/**
 * A source of records, usually a museum: the member names by which its files are recognised, and the mapping of its records.
 * The built-in ones are listed in `sources.ts`.
 */
export interface RecordSource {
  /** Name of the source in record ids, in search filters and on the command line. */
  readonly name: string;
  /** Name of the dataset, as attributions give it. */
  readonly dataset: string;
  readonly institution: string;
  /** Sets of member names by which a file of this source is recognised: its records have all names of one set. */
  readonly shapes: readonly (readonly string[])[];
  /** True for a record of this source. Needed only if another source has records with the same member names. */
  readonly owns?: (raw: RawRecord) => boolean;
  /** Returns the record's id as written in the source; empty when there is none. */
  readonly idOf: (raw: RawRecord) => string;
  /** Returns the normalised record, or the reason why the record is rejected. */
  readonly map: (
    raw: RawRecord,
    tools: TextCleanerAndLatestYear,
  ) => ArchiveRecord | RecordRejectionReason;
  /** Returns the time of the record's last change, in days since the Unix epoch; null when the record does not state it. */
  readonly changedOn?: (raw: RawRecord) => number | null;
  /** True for a record that the publisher deleted; its document is removed from the index. */
  readonly isDeleted?: (raw: RawRecord) => boolean;
}

/** Returns the source to which a record belongs, among the sources whose member names the record's file has. */
export function ownerOf(
  raw: RawRecord,
  sources: readonly RecordSource[],
): RecordSource | undefined {
  return sources.find(({ owns }) => owns?.(raw) ?? true);
}

/** Reason why a source's mapping rejected a record: no id, no title or content, or cells in wrong columns (`shifted`). */
export type RecordRejectionReason = 'no_id' | 'no_content' | 'shifted';

/** Returns the first of these members that has a text or number, as trimmed text; empty when none has. */
export function textOf(raw: RawRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = raw[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** Returns a value as an integer, even if it is written as text; null for any other value. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  return typeof value === 'string' && /^\s*-?\d{1,6}\s*$/.test(value) ? Number(value) : null;
}

/** Returns a value as a list of objects; empty when it is not a list. */
export function objectsOf(value: unknown): readonly RawRecord[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns a value as a list of texts. A single text is split at semicolons and bars, or at `separator`. */
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

/** True when a value is an object, and not null or a list. */
export function isObject(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const GROUP =
  /,? from (?:the |an? )?(?:(?:illustrated book|periodical|portfolio|series|album|book|suite|set|installation|sketchbook|journal)[,:]? +(?:of +)?)?["'“‘«]?(?=[\p{Lu}\d])([^]*?)["'”’»]?$/iu;
const NAMED_GROUP =
  /,? from the (?:portfolio|series|album|book|suite|set|illustrated book|periodical)[,:]? +["'“‘«]?([^]*?)["'”’»]?$/iu;

/** Returns the series at the end of a title: "Plate (folio 4) from LABYRINTY" → "LABYRINTY"; empty when there is none. */
export function groupInTitle(title: string): string {
  const at = title.toLowerCase().lastIndexOf(' from ');
  if (at <= 0) return '';
  const tail = title.slice(at);
  const named = NAMED_GROUP.exec(tail)?.[1];
  if (named !== undefined) return named.trim();
  // Without a word such as "series", a capital letter must follow: "View from the Dunes" names no series.
  if (!/^ from ["'“‘«]?\p{Lu}/u.test(tail)) return '';
  return (GROUP.exec(tail)?.[1] ?? '').trim();
}

/** Returns titles in brackets, often in the original language: "The Kiss (Der Kuss)" → "Der Kuss". */
export function bracketedTitles(title: string): string[] {
  if (!title.includes('(')) return [];
  return [...title.matchAll(/\(([^()]{3,120})\)/g)].map(([, inner]) => (inner ?? '').trim());
}
