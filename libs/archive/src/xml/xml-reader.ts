import sax, { type SAXParser } from 'sax';
import { ImportRefusal } from '../import/refusal.ts';
import { type Attribute, NamespaceScopes } from './xml-names.ts';

/** Maximum depth of the elements of a file. A record has a lower one, XML_DEPTH_MAX. */
export const XML_NESTING_MAX = 20_000;
/** Maximum number of errors of syntax between two records, after which a file is refused as no XML. */
const SYNTAX_ERRORS_MAX = 50_000;
/** Elements deeper than this are in no record, so their namespaces are not needed. */
const NAMESPACE_DEPTH_MAX = 64;
/** Characters given to the parser at a time: it measures its buffers in between. */
export const PIECE_CHARS = 32 * 1024;

/** Receives the elements of a document. The depth of the root is 1. */
export interface XmlHandler {
  open(name: string, attributes: readonly Attribute[], depth: number): void;
  close(depth: number): void;
  text(text: string): void;
  /** An error of syntax, or a part that is larger than the parser keeps. The document goes on. */
  problem(problem: 'not_xml' | 'too_large'): void;
}

const OVERRUN = /^Max buffer length exceeded: (\w+)/;

/**
 * Reads XML in pieces. Never loads a document type, and knows the entities of XML and HTML only: a declared entity is an error
 * of syntax, an external one is never fetched. Keeps the open elements and at most 64 KiB of anything else in memory.
 */
export class XmlReader {
  readonly #path: string;
  readonly #handler: XmlHandler;
  readonly #parser: SAXParser;
  readonly #scopes = new NamespaceScopes();
  #attributes: [string, string][] = [];
  #depth = 0;
  #errors = 0;
  #ended = false;

  /** `path`: the name of the document in refusals. */
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

  /** Line of the parser, counted from one. */
  get line(): number {
    return this.#parser.line + 1;
  }

  /** Offset of the element that was opened last, in characters. */
  get offset(): number {
    return Math.max(0, this.#parser.startTagPosition - 1);
  }

  /** Number of open elements. */
  get depth(): number {
    return this.#depth;
  }

  /** Reads further text of at most PIECE_CHARS; the handler is called meanwhile. Errors: ImportRefusal. */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** Ends the document. */
  end(): void {
    this.#ended = true;
    this.#parser.close();
  }

  /** Starts to count the errors of the next record. */
  resetErrors(): void {
    this.#errors = 0;
  }

  #attribute(name: string, value: string): void {
    this.#attributes.push([name, value]);
    // The parser calls a method of this object, which an attribute of that name would replace.
    this.#parser.tag.attributes = {};
  }

  #open(name: string): void {
    const attributes = this.#attributes;
    this.#attributes = [];
    this.#depth += 1;
    const depth = this.#depth;
    if (depth > XML_NESTING_MAX)
      throw new ImportRefusal(
        'too_deep',
        `${this.#path} has more than ${XML_NESTING_MAX.toLocaleString('en-US')} elements inside of each other at line ${this.line}.`,
      );
    if (depth <= NAMESPACE_DEPTH_MAX) this.#scopes.open(depth, attributes);
    const named: Attribute[] = [];
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
    // The end inside of an element is no error of syntax: the reader of records reports it as truncated.
    if (this.#ended) return;
    const buffer = OVERRUN.exec(message)?.[1];
    if (buffer !== undefined) {
      // The parser itself would go on filling this buffer. An empty document type would be none to it.
      this.#parser[buffer] = buffer === 'doctype' ? ' ' : '';
    }
    this.#errors += 1;
    if (this.#errors > SYNTAX_ERRORS_MAX)
      throw new ImportRefusal(
        'not_xml',
        `${this.#path} is no well-formed XML at line ${this.line}.`,
      );
    this.#handler.problem(buffer === undefined ? 'not_xml' : 'too_large');
  }
}
