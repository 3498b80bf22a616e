import { headOf, type FileByteStream, openBytes } from './bytes.ts';
import { csvHeader, CsvRowSplitter } from './csv.ts';
import { isStandardTable } from '../formats/standard-formats.ts';
import {
  type RecordParseResult,
  parseRecordText,
  type RecordParserOptions,
} from './parse-record.ts';
import { XmlRecordSplitter } from '../xml/xml-splitter.ts';
import { JsonLinesRecordSplitter } from './json-lines.ts';
import { JsonRecordSplitter } from './json-splitter.ts';
import { type RecordText, type RecordTextStream, recordTextsOf } from './record-text.ts';
import { ImportRefusedError } from './refusal.ts';
import {
  type ImportFileContentKind,
  contentOf,
  type ImportFileFormat,
  formatOf,
  refuseTwoDocuments,
} from './sniff.ts';
import { TarSplitter } from './tar.ts';
import { decoded, headText } from './text-stream.ts';

/** An opened import file: its detected format and content, and the stream of its record texts. */
export interface OpenedImportFile {
  readonly path: string;
  readonly format: ImportFileFormat;
  readonly content: ImportFileContentKind;
  readonly recordTexts: RecordTextStream;
  /** How the record texts of the file are parsed. */
  readonly parser: RecordParserOptions;
  /** Returns how many bytes of the file, as stored (perhaps compressed), have been read. */
  readonly taken: () => number;
  readonly close: () => void;
}

/**
 * Maximum number of records without members (such as `null`) at the start of a file. The source is detected from the first
 * record with members.
 */
const BLIND_RECORDS_MAX = 200;

/**
 * Opens a file and detects its format and content. `known` is the content if the operator named the source; `collection` is the
 * collection name that the operator gave for a file of a standard format. Throws ImportRefusedError.
 */
export async function openFile(
  path: string,
  known?: ImportFileContentKind,
  collection?: string,
): Promise<OpenedImportFile> {
  let bytes: FileByteStream | null = null;
  try {
    bytes = openBytes(path);
    const { head, chunks } = await headOf(bytes.chunks);
    const format = formatOf(head, path);
    const parser = parserOf(format, head);
    const recordTexts = recordTextsIn(format, chunks, path);
    const told =
      known === undefined
        ? await sniffed(recordTexts, { format, parser, head, path, collection })
        : { content: known, recordTexts };
    return {
      path,
      format,
      parser,
      ...told,
      taken: bytes.taken,
      close: bytes.close,
    };
  } catch (error) {
    bytes?.close();
    if (error instanceof ImportRefusedError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ImportRefusedError('not_readable', `${path} cannot be read (${reason}).`, {
      cause: error,
    });
  }
}

/** Yields the parsed records of a file. */
export async function* parsedRecordsOf({
  recordTexts,
  parser,
}: OpenedImportFile): AsyncGenerator<RecordParseResult> {
  for await (const run of recordTexts)
    for (const piece of run) yield parseRecordText(piece, parser);
}

function parserOf(format: ImportFileFormat, head: Buffer): RecordParserOptions {
  if (format.kind !== 'csv') return { kind: 'json' };
  const { delimiter, encoding } = format;
  return { kind: 'csv', delimiter, columns: csvHeader(headText(head, encoding), delimiter) };
}

function recordTextsIn(
  format: ImportFileFormat,
  chunks: AsyncIterable<Buffer>,
  path: string,
): RecordTextStream {
  switch (format.kind) {
    case 'tar':
      return recordTextsOf(chunks, new TarSplitter());
    case 'json':
      return recordTextsOf(decoded(chunks, format.encoding), new JsonRecordSplitter(path));
    case 'lines':
      return recordTextsOf(decoded(chunks, format.encoding), new JsonLinesRecordSplitter());
    case 'xml':
      return recordTextsOf(decoded(chunks, format.encoding), new XmlRecordSplitter(path));
    case 'csv':
      return recordTextsOf(decoded(chunks, format.encoding), new CsvRowSplitter());
  }
}

/** The facts of a file from which its content (sources of its records, or a table of names) is detected. */
interface FileContentDetectionInput {
  readonly format: ImportFileFormat;
  readonly parser: RecordParserOptions;
  readonly head: Buffer;
  readonly path: string;
  readonly collection: string | undefined;
}

/** Detects the content of a file from its first record with members. Returns a new stream of all record texts. */
async function sniffed(
  recordTexts: RecordTextStream,
  { format, parser, head, path, collection }: FileContentDetectionInput,
): Promise<{ content: ImportFileContentKind; recordTexts: RecordTextStream }> {
  const columns = parser.kind === 'csv' ? parser.columns : null;
  // A table of a standard format states its collection in its first record, so this record is read. Other tables are recognised
  // by their column names.
  if (columns !== null && !isStandardTable(columns))
    return { content: contentOf({ path, columns, raw: null, collection }), recordTexts };
  refuseTwoDocuments(head, format, path);
  const runs = recordTexts[Symbol.asyncIterator]();
  const taken: RecordText[] = [];
  for (let next = await runs.next(); next.done !== true; next = await runs.next()) {
    const run = next.value[Symbol.iterator]();
    for (let one = run.next(); one.done !== true; one = run.next()) {
      taken.push(one.value);
      const { raw } = parseRecordText(one.value, parser);
      if (raw !== null) {
        const content = contentOf({ path, columns: Object.keys(raw), raw, collection });
        return { content, recordTexts: again(taken, run, runs) };
      }
      if (taken.length >= BLIND_RECORDS_MAX) throw noRecord(path);
    }
  }
  throw noRecord(path);
}

function noRecord(path: string): ImportRefusedError {
  return new ImportRefusedError('empty', `${path} holds no record that can be read.`);
}

async function* again(
  taken: readonly RecordText[],
  run: Iterator<RecordText>,
  runs: AsyncIterator<Iterable<RecordText>>,
): RecordTextStream {
  yield taken;
  yield { [Symbol.iterator]: () => run };
  for (let next = await runs.next(); next.done !== true; next = await runs.next()) yield next.value;
}
