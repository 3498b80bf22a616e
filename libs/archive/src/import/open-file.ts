import { headOf, type OpenBytes, openBytes } from './bytes.ts';
import { csvHeader, CsvSplitter } from './csv.ts';
import { type Item, itemOf, type Parser } from './item.ts';
import { JsonSplitter, LineSplitter } from './json-stream.ts';
import { type Piece, type PieceRuns, piecesOf } from './piece.ts';
import { ImportRefusal } from './refusal.ts';
import { type Content, contentOf, type Format, formatOf, refuseTwoDocuments } from './sniff.ts';
import { TarSplitter } from './tar.ts';
import { decoded, headText } from './text-stream.ts';

/** A file ready to be imported: what it holds and the texts of its records, streamed. */
export interface OpenFile {
  readonly path: string;
  readonly format: Format;
  readonly content: Content;
  readonly pieces: PieceRuns;
  /** Reads what `pieces` brings. */
  readonly parser: Parser;
  /** Bytes of the file read so far. */
  readonly taken: () => number;
  readonly close: () => void;
}

/** Records without members (like `null`) that may stand before the first one that tells the source. */
const BLIND_RECORDS_MAX = 200;

/** Opens and sniffs a file. `content` says what its records are when the caller knows better. Errors: ImportRefusal. */
export async function openFile(path: string, known?: Content): Promise<OpenFile> {
  let bytes: OpenBytes | null = null;
  try {
    bytes = openBytes(path);
    const { head, chunks } = await headOf(bytes.chunks);
    const format = formatOf(head, path);
    const parser = parserOf(format, head);
    const pieces = piecesIn(format, chunks, path);
    const told =
      known === undefined
        ? await sniffed(format, parser, pieces, head, path)
        : { content: known, pieces };
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
    if (error instanceof ImportRefusal) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ImportRefusal('not_readable', `${path} cannot be read (${reason}).`, {
      cause: error,
    });
  }
}

/** The records of a file, read where they are asked for. */
export async function* itemsOf({ pieces, parser }: OpenFile): AsyncGenerator<Item> {
  for await (const run of pieces) for (const piece of run) yield itemOf(piece, parser);
}

function parserOf(format: Format, head: Buffer): Parser {
  if (format.kind !== 'csv') return { kind: 'json' };
  const { delimiter, encoding } = format;
  return { kind: 'csv', delimiter, columns: csvHeader(headText(head, encoding), delimiter) };
}

function piecesIn(format: Format, chunks: AsyncIterable<Buffer>, path: string): PieceRuns {
  switch (format.kind) {
    case 'tar':
      return piecesOf(chunks, new TarSplitter());
    case 'json':
      return piecesOf(decoded(chunks, format.encoding), new JsonSplitter(path));
    case 'lines':
      return piecesOf(decoded(chunks, format.encoding), new LineSplitter());
    case 'csv':
      return piecesOf(decoded(chunks, format.encoding), new CsvSplitter());
  }
}

/** Whose records they are, by the first one that has members; the pieces with all that was looked at still in them. */
async function sniffed(
  format: Format,
  parser: Parser,
  pieces: PieceRuns,
  head: Buffer,
  path: string,
): Promise<{ content: Content; pieces: PieceRuns }> {
  if (parser.kind === 'csv') return { content: contentOf(parser.columns, path), pieces };
  refuseTwoDocuments(head, format, path);
  const runs = pieces[Symbol.asyncIterator]();
  const taken: Piece[] = [];
  for (let next = await runs.next(); next.done !== true; next = await runs.next()) {
    const run = next.value[Symbol.iterator]();
    for (let one = run.next(); one.done !== true; one = run.next()) {
      taken.push(one.value);
      const { raw } = itemOf(one.value, parser);
      if (raw !== null)
        return { content: contentOf(Object.keys(raw), path), pieces: again(taken, run, runs) };
      if (taken.length >= BLIND_RECORDS_MAX) throw noRecord(path);
    }
  }
  throw noRecord(path);
}

function noRecord(path: string): ImportRefusal {
  return new ImportRefusal('empty', `${path} holds no record that can be read.`);
}

async function* again(
  taken: readonly Piece[],
  run: Iterator<Piece>,
  runs: AsyncIterator<Iterable<Piece>>,
): PieceRuns {
  yield taken;
  yield { [Symbol.iterator]: () => run };
  for (let next = await runs.next(); next.done !== true; next = await runs.next()) yield next.value;
}
