import { createHash } from 'node:crypto';
import { ImportRefusal } from '../import/refusal.ts';
import { headText, xmlEncodingOf } from '../import/text-stream.ts';
import type { Attribute } from '../xml/xml-names.ts';
import { PIECE_CHARS, type XmlHandler, XmlReader } from '../xml/xml-reader.ts';

/** Maximum number of characters of a value that is kept: a token, an identifier, a name. */
const OAI_VALUE_CHARS_MAX = 4_096;
/** Maximum number of formats that a refusal names. */
const PREFIXES_MAX = 30;
/** Elements whose text is kept. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  'oai:responseDate',
  'oai:resumptionToken',
  'oai:identifier',
  'oai:repositoryName',
  'oai:granularity',
  'oai:deletedRecord',
  'oai:metadataPrefix',
]);

/** An answer of OAI-PMH, without the metadata of its records. */
export interface OaiPage {
  /** The code of an error, such as `badResumptionToken`; null when there is none. */
  readonly error: string | null;
  readonly responseDate: string;
  /** The token of the next page; empty on the last one. */
  readonly token: string;
  /** The size of the whole list; null when the server does not state it. */
  readonly listSize: number | null;
  readonly records: number;
  readonly deleted: number;
  /** A hash of the identifiers of all records. */
  readonly digest: string;
  /** Of `Identify`: name, form of dates, whether deletions are reported. */
  readonly repository: string;
  readonly granularity: string;
  readonly deletedRecord: string;
  /** Of `ListMetadataFormats`. */
  readonly prefixes: readonly string[];
}

/** Reads the parts of an answer that a harvest needs. */
class PageHandler implements XmlHandler {
  root = '';
  error: string | null = null;
  listSize: number | null = null;
  records = 0;
  deleted = 0;
  readonly digest = createHash('sha256');
  readonly texts = new Map<string, string>();
  readonly prefixes: string[] = [];
  #name = '';
  #text = '';
  /** Depth of the element whose text is read. */
  #depth = 0;

  open(name: string, attributes: readonly Attribute[], depth: number): void {
    if (depth === 1) this.root = name;
    const attribute = (wanted: string): string =>
      attributes.find(([own]) => own === wanted)?.[1] ?? '';
    if (name === 'oai:error') this.error = attribute('code');
    else if (name === 'oai:record') this.records += 1;
    else if (name === 'oai:header' && attribute('status') === 'deleted') this.deleted += 1;
    else if (name === 'oai:resumptionToken')
      this.listSize = Number.parseInt(attribute('completeListSize'), 10) || null;
    if (!KEPT_TEXTS.has(name)) return;
    [this.#name, this.#text, this.#depth] = [name, '', depth];
  }

  close(depth: number): void {
    if (this.#name === '' || depth !== this.#depth) return;
    const [name, text] = [this.#name, this.#text.trim()];
    this.#name = '';
    if (name === 'oai:identifier') this.digest.update(`${text}\n`);
    else if (name !== 'oai:metadataPrefix') this.texts.set(name, text);
    else if (this.prefixes.length < PREFIXES_MAX) this.prefixes.push(text);
  }

  text(text: string): void {
    if (this.#name !== '' && this.#text.length < OAI_VALUE_CHARS_MAX) this.#text += text;
  }

  problem(): void {
    // A bad record is reported by its import; the token of the page follows it.
  }
}

/** What an answer is: a page, or no answer of OAI-PMH, or one that ends too early. */
export type PageReading = OaiPage | 'not_oai' | 'cut_off';

/** Reads an answer of OAI-PMH. */
export function readOaiPage(body: Buffer): PageReading {
  const handler = new PageHandler();
  const reader = new XmlReader('The answer', handler);
  const text = headText(body, xmlEncodingOf(body));
  try {
    for (let at = 0; at < text.length; at += PIECE_CHARS)
      reader.write(text.slice(at, at + PIECE_CHARS));
  } catch (error) {
    if (error instanceof ImportRefusal) return 'not_oai';
    throw error;
  }
  if (handler.root !== 'oai:OAI-PMH') return 'not_oai';
  if (reader.depth > 0) return 'cut_off';
  const { error, listSize, records, deleted, prefixes } = handler;
  const get = (name: string): string => handler.texts.get(`oai:${name}`) ?? '';
  return {
    error,
    responseDate: get('responseDate'),
    token: get('resumptionToken'),
    listSize,
    records,
    deleted,
    digest: handler.digest.digest('hex').slice(0, 20),
    repository: get('repositoryName'),
    granularity: get('granularity'),
    deletedRecord: get('deletedRecord'),
    prefixes,
  };
}
