import sax, { type SAXParser } from 'sax';
import { ImportRefusedError } from '../import/refusal.ts';
import { type XmlAttribute, NamespaceScopeStack } from './xml-names.ts';

/** Maximum depth of nested elements in a file. The limit inside a record is XML_DEPTH_MAX. */
export const XML_NESTING_MAX = 20_000;
/** Maximum number of syntax errors between two records; a file with more is refused. */
const SYNTAX_ERRORS_MAX = 50_000;
/** Depth below which namespace declarations are ignored, because no record is that deep. */
const NAMESPACE_DEPTH_MAX = 64;
/** Maximum number of characters passed to the parser at a time. */
export const PIECE_CHARS = 32 * 1024;

/** Receives the elements of an XML document from an XmlReader. The root element has depth 1. */
export interface XmlHandler {
  open(name: string, attributes: readonly XmlAttribute[], depth: number): void;
  close(depth: number): void;
  text(text: string): void;
  /** Called for a syntax error, or for a tag or text that exceeds the parser's buffer. Reading continues afterwards. */
  problem(problem: 'not_xml' | 'too_large'): void;
}

const OVERRUN = /^Max buffer length exceeded: (\w+)/;

/**
 * Reads an XML document in pieces. It loads no document type and no external entity, and treats declared entities as syntax
 * errors. It keeps only the open elements and 64 KiB of text in memory.
 */
export class XmlReader {
  readonly #path: string;
  readonly #handler: XmlHandler;
  readonly #parser: SAXParser;
  readonly #scopes = new NamespaceScopeStack();
  #attributes: [string, string][] = [];
  #depth = 0;
  #errors = 0;
  #ended = false;

  /** @param path name of the document in error messages */
  constructor(path: string, handler: XmlHandler) {
    this.#path = path;
    this.#handler = handler;
    this.#parser = sax.parser(true, { position: true });
    this.#parser.onattribute = ({ name, value }) => this.#attribute(name, value);
    this.#parser.onopentag = ({ name }) => this.#open(name);
    this.#parser.onclosetag = () => this.#close();
    this.#parser.ontext = (text) => handler.text(text);
    this.#parser.oncdata = (text) => handler.text(text);
    this.#parser.onerror = (error) => this.#error(error);
  }

  /** Line at which the parser is, counted from 1. */
  get line(): number {
    return this.#parser.line + 1;
  }

  /** Offset in characters at which the last opened element begins. */
  get offset(): number {
    return Math.max(0, this.#parser.startTagPosition - 1);
  }

  /** Number of elements that are open at the current position. */
  get depth(): number {
    return this.#depth;
  }

  /** Reads the next piece of text (at most PIECE_CHARS) and calls the handler for its elements. Throws ImportRefusedError. */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** Ends the document after its last piece of text. */
  end(): void {
    this.#ended = true;
    this.#parser.close();
  }

  /** Sets the count of syntax errors to 0, after each record. */
  resetErrors(): void {
    this.#errors = 0;
  }

  #attribute(name: string, value: string): void {
    this.#attributes.push([name, value]);
    // sax stores attributes as members of this object and calls its `hasOwnProperty`, which an attribute of that name would
    // replace. So the object stays empty.
    this.#parser.tag.attributes = {};
  }

  #open(name: string): void {
    const attributes = this.#attributes;
    this.#attributes = [];
    this.#depth += 1;
    const depth = this.#depth;
    if (depth > XML_NESTING_MAX)
      throw new ImportRefusedError(
        'too_deep',
        `${this.#path} has more than ${XML_NESTING_MAX.toLocaleString('en-US')} elements inside of each other at line ${this.line}.`,
      );
    if (depth <= NAMESPACE_DEPTH_MAX) this.#scopes.open(depth, attributes);
    const named: XmlAttribute[] = [];
    for (const [written, value] of attributes) {
      const known = this.#scopes.attribute(written);
      if (known !== null) named.push([known, value]);
    }
    this.#handler.open(this.#scopes.element(name), named, depth);
  }

  #close(): void {
    this.#handler.close(this.#depth);
    if (this.#depth <= NAMESPACE_DEPTH_MAX) this.#scopes.close(this.#depth);
    this.#depth -= 1;
  }

  #error({ message }: Error): void {
    this.#parser.resume();
    // If the document ends inside an element, XmlRecordSplitter reports a truncated record, so the parser's error is ignored.
    if (this.#ended) return;
    const buffer = OVERRUN.exec(message)?.[1];
    if (buffer !== undefined) {
      // Empties the full buffer, which sax would continue to fill. `doctype` gets a blank, because sax treats an empty doctype
      // as absent.
      this.#parser[buffer] = buffer === 'doctype' ? ' ' : '';
    }
    this.#errors += 1;
    if (this.#errors > SYNTAX_ERRORS_MAX)
      throw new ImportRefusedError(
        'not_xml',
        `${this.#path} is no well-formed XML at line ${this.line}.`,
      );
    this.#handler.problem(buffer === undefined ? 'not_xml' : 'too_large');
  }
}
