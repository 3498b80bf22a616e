import { headOf, type OpenBytes, openBytes } from './bytes.ts';
import { csvHeader, csvItems } from './csv.ts';
import type { Item, KnownTexts } from './item.ts';
import { jsonItems, lineItems } from './json-stream.ts';
import { ImportRefusal } from './refusal.ts';
import { type Content, contentOf, type Format, formatOf, headItems } from './sniff.ts';
import { tarItems } from './tar.ts';
import { decoded, headText } from './text-stream.ts';

/** A file ready to be imported: what it holds and its records, streamed. */
export interface OpenFile {
  readonly path: string;
  readonly format: Format;
  readonly content: Content;
  readonly items: AsyncIterable<Item>;
  /** Told which texts are stored already, the file does not parse them. */
  readonly known: KnownTexts;
  /** Bytes of the file read so far. */
  readonly taken: () => number;
  readonly close: () => void;
}

/** Records without members (like `null`) that may stand before the first one that tells the source. */
const BLIND_RECORDS_MAX = 200;

/** Opens and sniffs a file. `content` says what its records are when the caller knows better. Errors: ImportRefusal. */
export async function openFile(path: string, known?: Content): Promise<OpenFile> {
  let bytes: OpenBytes | null = null;
  // Sniffing needs records, so that nothing counts as known before the file is open.
  const texts: KnownTexts = { sourceOf: null };
  try {
    bytes = openBytes(path);
    const { head, chunks } = await headOf(bytes.chunks);
    const format = formatOf(head, path);
    const opened = itemsOf(format, chunks, path, texts);
    if (known !== undefined)
      return {
        path,
        format,
        content: known,
        items: opened,
        known: texts,
        taken: bytes.taken,
        close: bytes.close,
      };
    if (format.kind === 'csv') {
      const columns = csvHeader(headText(head, format.encoding), format.delimiter);
      return {
        path,
        format,
        content: contentOf(columns, path),
        items: opened,
        known: texts,
        taken: bytes.taken,
        close: bytes.close,
      };
    }
    headItems(head, format, path);
    const { first, items } = await peek(opened, path);
    return {
      path,
      format,
      content: contentOf(Object.keys(first), path),
      items,
      known: texts,
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

function itemsOf(
  format: Format,
  chunks: AsyncIterable<Buffer>,
  path: string,
  known: KnownTexts,
): AsyncIterable<Item> {
  switch (format.kind) {
    case 'tar':
      return tarItems(chunks, known);
    case 'json':
      return jsonItems(decoded(chunks, format.encoding), path, known);
    case 'lines':
      return lineItems(decoded(chunks, format.encoding), known);
    case 'csv':
      return csvItems(decoded(chunks, format.encoding), format.delimiter, known);
  }
}

async function peek(
  items: AsyncIterable<Item>,
  path: string,
): Promise<{ first: object; items: AsyncIterable<Item> }> {
  const iterator = items[Symbol.asyncIterator]();
  const taken: Item[] = [];
  while (taken.length < BLIND_RECORDS_MAX) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    if (next.value.raw !== null) break;
  }
  const first = taken.at(-1)?.raw ?? null;
  if (first === null) throw new ImportRefusal('empty', `${path} holds no record that can be read.`);
  async function* again(): AsyncGenerator<Item> {
    yield* taken;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield next.value;
  }
  return { first, items: again() };
}
