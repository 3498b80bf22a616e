import { iiifWithoutRecords } from '../formats/iiif.ts';
import { collectionOf, isStandardRecord, standardSource } from '../formats/standard-formats.ts';
import type { MuseumCollection } from '../formats/work-facts.ts';
import { SOURCES } from '../sources/sources.ts';
import type { RawRecord, RecordSource } from '../sources/source.ts';
import { AUTHORITIES, type MakerNameTableFormat, OTHER_TABLES } from './authorities.ts';
import type { CsvDelimiter } from './cells.ts';
import { csvHeader, delimiterOf } from './csv.ts';
import { JsonRecordSplitter } from './json-splitter.ts';
import { ImportRefusedError, shellWord } from './refusal.ts';
import { isTar } from './tar.ts';
import { type FileCharacterEncoding, encodingOf, headText, xmlEncodingOf } from './text-stream.ts';

/** The format of a file, detected from its content. */
export type ImportFileFormat =
  | { readonly kind: 'tar' }
  | { readonly kind: 'json'; readonly encoding: FileCharacterEncoding }
  | { readonly kind: 'xml'; readonly encoding: string }
  | { readonly kind: 'lines'; readonly encoding: FileCharacterEncoding }
  | {
      readonly kind: 'csv';
      readonly encoding: FileCharacterEncoding;
      readonly delimiter: CsvDelimiter;
    };

/** Maximum number of columns. A first line with more is taken for a table whose line breaks were lost. */
const COLUMNS_MAX = 500;
/** Matches the start of an HTML page. */
const WEB_PAGE =
  /^(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const LFS = /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\s[\s\S]*?\bsize (\d+)/;

/** First bytes of a ZIP archive, the format of Excel and OpenDocument tables. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** Detects the format of a file from its first bytes. Throws ImportRefusedError for a file without records (a web page). */
export function formatOf(head: Buffer, path: string): ImportFileFormat {
  if (isTar(head)) return { kind: 'tar' };
  if (head.subarray(0, ZIP.length).equals(ZIP))
    throw new ImportRefusedError(
      'workbook',
      `${path} is a workbook (Excel, OpenDocument) or another ZIP file; save its table as CSV in UTF-8.`,
    );
  const encoding = encodingOf(head);
  const text = headText(head, encoding).trimStart();
  const pointer = LFS.exec(text);
  if (pointer !== null) {
    const size = Number(pointer[1]).toLocaleString('en-US');
    throw new ImportRefusedError(
      'lfs_pointer',
      `${path} is a Git LFS pointer, not the data; the file it points to has ${size} bytes. Fetch it with "git lfs pull".`,
    );
  }
  if (text === '')
    throw new ImportRefusedError(
      'empty',
      `${path} is empty${head.length > 0 ? ' but for a byte order mark or blanks' : ''}.`,
    );
  if (WEB_PAGE.test(text)) {
    throw new ImportRefusedError(
      'html_page',
      `${path} is a web page, not the data; download the raw file instead.`,
    );
  }
  if (text.startsWith('<')) return { kind: 'xml', encoding: xmlEncodingOf(head) };
  if (text.startsWith('[')) return { kind: 'json', encoding };
  if (text.startsWith('{'))
    return { kind: /^\{[^\n]*\}\s*\n\s*\{/.test(text) ? 'lines' : 'json', encoding };
  const delimiter = delimiterOf(text);
  const header = csvHeader(text, delimiter);
  if (header.length > COLUMNS_MAX) {
    throw new ImportRefusedError(
      'joined_rows',
      `${path} has ${header.length.toLocaleString('en-US')} columns in its first line: its rows lost their line breaks. Export it again.`,
    );
  }
  return { kind: 'csv', encoding, delimiter };
}

/** Throws ImportRefusedError when the first bytes of a JSON file contain a second JSON document. */
export function refuseTwoDocuments(head: Buffer, format: ImportFileFormat, path: string): void {
  if (format.kind !== 'json' && format.kind !== 'lines') return;
  const recordTexts = new JsonRecordSplitter(path).push(headText(head, format.encoding));
  while (recordTexts.next().done !== true);
}

/** The content of an import file: records of works (with the sources that can map them), or a table of makers' names. */
export type ImportFileContentKind =
  | {
      readonly kind: 'references';
      readonly sources: readonly RecordSource[];
      /** The collection to which the records of a file in a standard format (such as EDM) belong. */
      readonly collection?: MuseumCollection;
    }
  | { readonly kind: 'names'; readonly authority: MakerNameTableFormat };

function holds(names: ReadonlySet<string>, shape: readonly string[]): boolean {
  return shape.every((name) => names.has(name));
}

/** The facts of a file from which the source of its records is detected. */
export interface SourceDetectionInput {
  readonly path: string;
  /** Names of the columns of a table, or of the members of the first JSON record. */
  readonly columns: readonly string[];
  /** The first record of the file; null if none was read, because the columns are enough. */
  readonly raw: RawRecord | null;
  /** Collection name that the operator gave; undefined without one. */
  readonly collection: string | undefined;
}

/**
 * Detects the content of a file from its column or member names. Throws ImportRefusedError for an unknown file, with the name
 * of the most similar source.
 */
export function contentOf({
  path,
  columns,
  raw,
  collection,
}: SourceDetectionInput): ImportFileContentKind {
  const names = new Set(columns);
  const sources = SOURCES.filter(({ shapes }) => shapes.some((shape) => holds(names, shape)));
  if (sources.length > 0) return { kind: 'references', sources };
  const authority = AUTHORITIES.find(({ shape }) => holds(names, shape));
  if (authority !== undefined) return { kind: 'names', authority };
  if (raw !== null && isStandardRecord(raw)) {
    const named = collectionOf(raw, collection);
    return { kind: 'references', sources: [standardSource(named)], collection: named };
  }
  const iiif = raw === null ? null : iiifWithoutRecords(raw);
  if (iiif !== null) throw new ImportRefusedError('no_references', `${path} is ${iiif}.`);
  const other = OTHER_TABLES.find(({ shape }) => holds(names, shape));
  if (other !== undefined)
    throw new ImportRefusedError(
      'no_references',
      `${path} holds ${other.what}: there is nothing to import in it.`,
    );
  throw new ImportRefusedError(
    'unknown_shape',
    `${path} is of no known source. ${nearest(names)} For a file of your own, this proposes a mapping: npm run ctl -- archive map ${shellWord(path)}`,
  );
}

function nearest(names: ReadonlySet<string>): string {
  const shapes = SOURCES.flatMap((source) => source.shapes.map((shape) => ({ source, shape })));
  const missing = (shape: readonly string[]): string[] => shape.filter((name) => !names.has(name));
  const best = shapes.reduce((a, b) =>
    missing(b.shape).length / b.shape.length < missing(a.shape).length / a.shape.length ? b : a,
  );
  const lacking = missing(best.shape);
  if (lacking.length === best.shape.length) {
    return 'None of its members is known.';
  }
  return `The nearest is ${best.source.name}; missing: ${lacking.join(', ')}.`;
}
