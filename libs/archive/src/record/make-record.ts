import { hash } from 'node:crypto';
import type {
  WorkDate,
  ArchiveRecord,
  WorkCreator,
  RecordLinks,
  EuropeanaMediaType,
} from './archive-record.ts';
import type { RecordTextCleaner } from './clean.ts';
import { type WorkKindName, mediaTypeOf } from './forms.ts';
import { languageOf } from './language.ts';
import { isPlaceholder, unwrapTitle } from './placeholder.ts';

/** Maximum length of a stored title. */
export const TITLE_CHARS_MAX = 300;
const LIST_MAX = 60;
const LOCAL_ID_CHARS_MAX = 120;
const ID_HASH_CHARS = 10;

/** The values from which `makeRecord` makes an archive record, as the mapping of a source returns them. */
export interface ArchiveRecordInput {
  readonly source: string;
  readonly sourceId: string;
  readonly title: string;
  readonly altTitles?: readonly string[];
  readonly creators: readonly WorkCreator[];
  readonly date: WorkDate;
  readonly form: WorkKindName | '';
  readonly type?: EuropeanaMediaType;
  readonly medium?: string;
  readonly dimensions?: string;
  readonly classification?: readonly string[];
  readonly subjects?: readonly string[];
  readonly movements?: readonly string[];
  readonly culture?: readonly string[];
  readonly places?: readonly string[];
  readonly geo?: { readonly lat: number; readonly lng: number } | undefined;
  readonly group?: string;
  readonly description?: string;
  readonly language?: readonly string[];
  readonly accession?: string;
  readonly institution?: string;
  readonly links: RecordLinks;
  readonly mediaRights: string;
  readonly highlight?: boolean;
}

/**
 * Returns the part of a record's id after the source: other characters than letters, digits, `_` and `-` become `_`. For a text
 * that is too long or has characters beyond ASCII it ends with a hash, because the rest of "КП-1" and "НВ-1" is the same.
 */
export function localId(sourceId: string): string {
  const plain = sourceId.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain.length <= LOCAL_ID_CHARS_MAX && !/[^\0-\x7f]/.test(sourceId)) return plain;
  const end = `-${hash('sha1', sourceId).slice(0, ID_HASH_CHARS)}`;
  return `${plain.slice(0, LOCAL_ID_CHARS_MAX - end.length)}${end}`;
}

function unique(values: readonly string[]): Set<string> {
  const kept = new Set<string>();
  for (const value of values) if (value !== '' && kept.size < LIST_MAX) kept.add(value);
  return kept;
}

/**
 * Makes an archive record: removes quotes and underscores around the title, marks placeholder titles ("Untitled"), detects a
 * missing language, leaves out empty members.
 */
export function makeRecord(parts: ArchiveRecordInput, cleaner: RecordTextCleaner): ArchiveRecord {
  const unwrapped = unwrapTitle(parts.title);
  if (unwrapped !== parts.title) cleaner.note('wrapping', parts.title, unwrapped);
  const record: Mutable<ArchiveRecord> = {
    id: `${parts.source}:${localId(parts.sourceId)}`,
    source: parts.source,
    sourceId: parts.sourceId,
    title: unwrapped,
    titleKind: isPlaceholder(unwrapped) ? 'placeholder' : 'given',
    creators: parts.creators,
    date: parts.date,
    type: parts.type ?? mediaTypeOf(parts.form),
    form: parts.form,
    links: withoutEmpty(parts.links),
    mediaRights: parts.mediaRights,
  };
  for (const name of TEXTS) {
    const text = parts[name];
    if (text !== undefined && text !== '') record[name] = text;
  }
  for (const name of LISTS) {
    const list = parts[name];
    if (list === undefined || list.length === 0) continue;
    const kept = unique(list);
    if (name === 'altTitles') kept.delete(unwrapped);
    if (kept.size > 0) record[name] = [...kept];
  }
  if (record.language === undefined && record.titleKind === 'given') {
    const told = languageOf(unwrapped);
    if (told !== null) {
      record.language = [told];
      record.languageGuessed = true;
    }
  }
  if (parts.geo !== undefined) record.geo = parts.geo;
  if (parts.highlight === true) record.highlight = true;
  return record;
}

/** `T` with writable members. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
const TEXTS = ['medium', 'dimensions', 'group', 'description', 'accession', 'institution'] as const;
const LISTS = [
  'altTitles',
  'classification',
  'subjects',
  'movements',
  'culture',
  'places',
  'language',
] as const;

function withoutEmpty(links: RecordLinks): RecordLinks {
  const kept: Mutable<RecordLinks> = {};
  for (const name of ['page', 'image', 'thumbnail', 'iiif'] as const) {
    const link = links[name];
    if (link !== undefined && link !== '') kept[name] = link;
  }
  return kept;
}
