import type { RecordReadProblem, RecordText, RecordSplitter } from '../import/record-text.ts';
import { ImportRefusedError } from '../import/refusal.ts';
import type { XmlAttribute } from './xml-names.ts';
import { PIECE_CHARS, type XmlHandler, XmlReader } from './xml-reader.ts';
import { XmlRecordBuilder } from './xml-tree.ts';

/** Names of the elements that are a record each. */
const RECORDS: ReadonlySet<string> = new Set([
  'oai:record',
  'lido:lido',
  'marc:record',
  'oai_dc:dc',
  'srw_dc:dc',
  'record',
  'dc',
  'metadata',
]);
/** Name of the element whose children are RDF resources. The resources of one work are grouped into a record. */
const RDF = 'rdf:RDF';
/** Classes of RDF resources that a record has once, so that a second resource of the class begins the next record. */
const RDF_HEADS: ReadonlySet<string> = new Set(['edm:ProvidedCHO', 'ore:Aggregation']);

/**
 * Maximum depth at which an element `metadata` is itself a record. A deeper one is a part of OAI-PMH and contains the record.
 */
const METADATA_DEPTH_MAX = 2;

function isRecord(name: string, depth: number): boolean {
  return RECORDS.has(name) && (name !== 'metadata' || depth <= METADATA_DEPTH_MAX);
}

/**
 * Splits an XML document into its records and converts each to JSON, with one record in memory. A record with a syntax error is
 * reported, and reading continues. Throws ImportRefusedError for a document without a known kind of record.
 */
export class XmlRecordSplitter implements RecordSplitter<string>, XmlHandler {
  readonly #path: string;
  readonly #reader: XmlReader;
  #records: RecordText[] = [];
  #tree: XmlRecordBuilder | null = null;
  /** Depth of the element whose end is the end of the current record; `#rdfDepth` is the depth of `rdf:RDF`. */
  #treeDepth = 0;
  #rdfDepth = 0;
  #number = 0;
  #root = '';
  /** Error code, if the document is an OAI-PMH response that states an error. */
  #oaiError = '';
  #hasProblemOutside = false;

  /** @param path name of the file in error messages */
  constructor(path: string) {
    this.#path = path;
    this.#reader = new XmlReader(path, this);
  }

  *push(chunk: string): Generator<RecordText> {
    for (let at = 0; at < chunk.length; at += PIECE_CHARS) {
      this.#reader.write(chunk.slice(at, at + PIECE_CHARS));
      yield* this.#taken();
    }
  }

  *end(): Generator<RecordText> {
    const isCutOff = this.#reader.depth > 0;
    if (isCutOff && this.#tree !== null) {
      this.#tree.fail('truncated');
      this.#finish();
    } else if (isCutOff && this.#number > 0) this.#report('truncated');
    this.#reader.end();
    yield* this.#taken();
    if (this.#number === 0) throw this.#noRecord(isCutOff);
  }

  open(name: string, attributes: readonly XmlAttribute[], depth: number): void {
    if (this.#root === '') this.#root = name;
    if (name === 'oai:error')
      this.#oaiError = attributes.find(([attribute]) => attribute === 'code')?.[1] ?? 'unknown';
    if (this.#rdfDepth > 0 && depth === this.#rdfDepth + 1) this.#openResource(name);
    if (this.#tree !== null) {
      this.#tree.open(name, attributes);
      return;
    }
    if (name === RDF) this.#rdfDepth = depth;
    else if (isRecord(name, depth)) {
      this.#treeDepth = depth;
      this.#begin(name).attributes(attributes);
    }
  }

  close(depth: number): void {
    if (depth === this.#rdfDepth) {
      this.#rdfDepth = 0;
      if (this.#tree !== null) this.#finish();
    } else if (this.#tree !== null && depth === this.#treeDepth) this.#finish();
    else this.#tree?.close();
  }

  text(text: string): void {
    this.#tree?.text(text);
  }

  problem(problem: RecordReadProblem): void {
    if (this.#tree !== null) this.#tree.fail(problem);
    else if (!this.#hasProblemOutside && this.#number > 0) {
      // The first error between two records is reported; further errors before the next record are not.
      this.#hasProblemOutside = true;
      this.#report(problem);
    }
  }

  /**
   * Handles the start of an RDF resource. It belongs to the current record, unless the record already has a resource of a class
   * that occurs once; then it begins the next record.
   */
  #openResource(name: string): void {
    if (this.#tree !== null && RDF_HEADS.has(name) && this.#tree.has(name)) this.#finish();
    if (this.#tree === null) this.#begin(RDF);
    this.#treeDepth = this.#rdfDepth;
  }

  #begin(name: string): XmlRecordBuilder {
    const { line, offset } = this.#reader;
    const tree = new XmlRecordBuilder(name, { line, offset });
    this.#tree = tree;
    return tree;
  }

  #finish(): void {
    const tree = this.#tree;
    if (tree === null) return;
    this.#tree = null;
    this.#hasProblemOutside = false;
    this.#reader.resetErrors();
    const { line, offset } = tree;
    this.#records.push({ ...tree.finish(), place: this.#place(line), offset });
  }

  /** Adds a problem between records to the records that are reported as bad. */
  #report(problem: RecordReadProblem): void {
    const { line, offset } = this.#reader;
    this.#records.push({ text: '', place: this.#place(line), offset, problem });
  }

  #place(line: number): string {
    this.#number += 1;
    return `record ${this.#number}, line ${line}`;
  }

  *#taken(): Generator<RecordText> {
    const records = this.#records;
    this.#records = [];
    yield* records;
  }

  #noRecord(isCutOff: boolean): ImportRefusedError {
    const path = this.#path;
    if (this.#oaiError !== '')
      return new ImportRefusedError(
        'no_references',
        `${path} is an answer of OAI-PMH without records (${this.#oaiError}).`,
      );
    if (this.#root === '' || isCutOff)
      return new ImportRefusedError(
        'not_xml',
        `${path} is no whole XML document: it ends before its first record.`,
      );
    return new ImportRefusedError(
      'unknown_shape',
      `${path} is XML, but its root “${this.#root}” holds no record of a known format: Dublin Core, LIDO, MARCXML, EDM, also inside of OAI-PMH.`,
    );
  }
}
