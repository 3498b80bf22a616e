import { createHash } from 'node:crypto';
import { ImportRefusedError } from '../import/refusal.ts';
import { headText, xmlEncodingOf } from '../import/text-stream.ts';
import type { XmlAttribute } from '../xml/xml-names.ts';
import { PIECE_CHARS, type XmlHandler, XmlReader } from '../xml/xml-reader.ts';

/** Maximum length of a token, identifier or name in an OAI-PMH response; the rest is cut off. */
const OAI_VALUE_CHARS_MAX = 4_096;
/** Maximum number of metadata prefixes listed in an error message. */
const PREFIXES_MAX = 30;
/** Names of the XML elements of an OAI-PMH response whose text is read. */
const KEPT_TEXTS: ReadonlySet<string> = new Set([
  'oai:responseDate',
  'oai:resumptionToken',
  'oai:identifier',
  'oai:repositoryName',
  'oai:granularity',
  'oai:deletedRecord',
  'oai:metadataPrefix',
]);

/** A parsed OAI-PMH response (one page of a list), without the metadata of its records. */
export interface OaiPage {
  /** Error code of OAI-PMH, such as `badResumptionToken`; null without an error. */
  readonly error: string | null;
  readonly responseDate: string;
  /** Resumption token for the next page; empty on the last page. */
  readonly token: string;
  /** Number of records in the whole list of which this is a page; null when the server does not state it. */
  readonly listSize: number | null;
  readonly records: number;
  readonly deleted: number;
  /** Hash of the identifiers of all records on the page. */
  readonly digest: string;
  /** Members of a response to `Identify`: repository name, date format and whether deletions are reported. */
  readonly repository: string;
  readonly granularity: string;
  readonly deletedRecord: string;
  /** Metadata prefixes (names of record formats) in a response to `ListMetadataFormats`. */
  readonly prefixes: readonly string[];
}

/** Collects the members of an OaiPage (parsed OAI-PMH response) while XmlReader reads the XML. */
class OaiPageXmlHandler implements XmlHandler {
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
  /** Depth of the XML element whose text is being read. */
  #depth = 0;

  open(name: string, attributes: readonly XmlAttribute[], depth: number): void {
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
    // Syntax errors are ignored here: the import reports invalid records, and the token after them can still be read.
  }
}

/** Result of parsing a response: the page, or why the response is not complete OAI-PMH. */
export type OaiPageParseResult = OaiPage | 'not_oai' | 'cut_off';

/** Parses an OAI-PMH response. The result `cut_off` means that its end is missing. */
export function readOaiPage(body: Buffer): OaiPageParseResult {
  const handler = new OaiPageXmlHandler();
  const reader = new XmlReader('The answer', handler);
  const text = headText(body, xmlEncodingOf(body));
  try {
    for (let at = 0; at < text.length; at += PIECE_CHARS)
      reader.write(text.slice(at, at + PIECE_CHARS));
  } catch (error) {
    if (error instanceof ImportRefusedError) return 'not_oai';
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
