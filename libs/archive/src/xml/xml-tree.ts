import { RECORD_BYTES_MAX, REPORT_CHARS } from '../import/parse-record.ts';
import type { RecordReadProblem } from '../import/record-text.ts';
import type { XmlAttribute } from './xml-names.ts';

/** Maximum depth of nested elements in a record. */
export const XML_DEPTH_MAX = 32;

/** An XML element as JSON: its text, or an object with attributes (`@name`), text (`#`) and children (by name). */
type XmlElementAsJson = string | { [name: string]: XmlElementAsJson | XmlElementAsJson[] };

/** An element whose end tag was not read yet. */
interface UnclosedXmlElement {
  readonly name: string;
  readonly members: { [name: string]: XmlElementAsJson | XmlElementAsJson[] };
  text: string;
}

function elementOf(name: string): UnclosedXmlElement {
  // The object has no prototype, because a file may contain an element named `__proto__`.
  return { name, members: Object.create(null) as UnclosedXmlElement['members'], text: '' };
}

/** Collects the elements of one record and converts it to JSON. A record over RECORD_BYTES_MAX characters is marked as bad. */
export class XmlRecordBuilder {
  /** Line at which the record begins in the file; `offset` is in characters. */
  readonly line: number;
  readonly offset: number;
  readonly #root: UnclosedXmlElement;
  readonly #open: UnclosedXmlElement[];
  #depth = 1;
  #size = 0;
  #head = '';
  #problem: RecordReadProblem | undefined;

  constructor(name: string, place: { readonly line: number; readonly offset: number }) {
    this.line = place.line;
    this.offset = place.offset;
    this.#root = elementOf(name);
    this.#root.members['#name'] = name;
    this.#open = [this.#root];
  }

  /** Marks the record as bad. Only the first problem is stored, because later ones are often its consequences. */
  fail(problem: RecordReadProblem): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#head = JSON.stringify(this.#root.members).slice(0, REPORT_CHARS);
    this.#open.length = 1;
  }

  open(name: string, attributes: readonly XmlAttribute[]): void {
    this.#depth += 1;
    if (this.#depth > XML_DEPTH_MAX) this.fail('too_deep');
    if (this.#problem !== undefined) return;
    const element = elementOf(name);
    this.#open.push(element);
    this.#take(name.length);
    this.attributes(attributes);
  }

  /** Adds attributes to the element that was opened last. */
  attributes(attributes: readonly XmlAttribute[]): void {
    for (const [name, value] of attributes) {
      this.#take(name.length + value.length);
      const element = this.#open.at(-1);
      if (this.#problem === undefined && element !== undefined) element.members[`@${name}`] = value;
    }
  }

  text(text: string): void {
    this.#take(text.length);
    const element = this.#open.at(-1);
    if (this.#problem === undefined && element !== undefined) element.text += text;
  }

  close(): void {
    this.#depth -= 1;
    if (this.#problem !== undefined || this.#open.length < 2) return;
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (element !== undefined && parent !== undefined)
      add(parent.members, element.name, valueOf(element));
  }

  /** True when the record has a child element of this name. */
  has(name: string): boolean {
    return this.#root.members[name] !== undefined;
  }

  /** Returns the record as JSON; for a bad record its beginning and the problem. */
  finish(): { readonly text: string; readonly problem?: RecordReadProblem } {
    if (this.#problem !== undefined) return { text: this.#head, problem: this.#problem };
    return { text: JSON.stringify(valueOf(this.#root)) };
  }

  #take(chars: number): void {
    this.#size += chars;
    if (this.#size > RECORD_BYTES_MAX) this.fail('too_large');
  }
}

function valueOf({ members, text }: UnclosedXmlElement): XmlElementAsJson {
  const own = text.trim();
  if (Object.keys(members).length === 0) return own;
  if (own !== '') members['#'] = own;
  return members;
}

function add(members: UnclosedXmlElement['members'], name: string, value: XmlElementAsJson): void {
  const before = members[name];
  if (before === undefined) members[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else members[name] = [before, value];
}
