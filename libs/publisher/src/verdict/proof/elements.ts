import { nameSet } from '../model/index.ts';
import type { ValueCell, Value } from './domain.ts';
import { NAMING_TAGS, shapeOf } from './markup-shape.ts';
import type { PageFacts } from './page-facts.ts';
import { cell } from './allocation-site.ts';
import { TEXT_LEVEL } from './text-level.ts';
import {
  ANY_NAME,
  BIT,
  has,
  host,
  join,
  mayBeAnyNode,
  NEVER,
  NONE,
  tagOf,
  TEXT,
  text,
  textOf,
  UNKNOWN,
} from './value.ts';

/** Properties that change the text of an element, or a text in it. */
const TEXT_PROPERTIES: ReadonlySet<string> = nameSet(
  'textContent innerText innerHTML outerHTML outerText text data nodeValue',
);
/** Methods that do. */
const TEXT_METHODS: ReadonlySet<string> = nameSet(`
  append prepend after before replaceWith replaceChildren appendChild insertBefore replaceChild
  moveBefore insertAdjacentHTML insertAdjacentText insertAdjacentElement insertNode
  surroundContents appendData insertData replaceData deleteData splitText setHTML setHTMLUnsafe
  deleteContents extractContents
`);
const isNodeName = (name: string): boolean => !/^[$@]/.test(name);

/** Texts that a `data-` attribute is set to: everything it is given becomes text. */
export function datasetText(value: Value): Value {
  const words = has(value, BIT.NONE | BIT.PRIMITIVE) ? textOf(TEXT_LEVEL.WORD) : NEVER;
  return join({ ...value, bits: value.bits & ~(BIT.NONE | BIT.PRIMITIVE) }, words);
}

/** The part of the state in which facts about elements are kept. */
interface ElementState {
  hasChanged: boolean;
  spend(steps: number): void;
  put(into: ValueCell, value: Value): void;
}

/**
 * What the scripts of a page find in its elements: which one has an id, what data it has, what text a block of data
 * holds. The markup says it; whatever a program may change of it is kept here.
 */
export class ElementFacts {
  readonly #state: ElementState;
  readonly #page: PageFacts;
  /** Ids and names that programs give to elements, in small letters. */
  readonly #given = new Set<string>();
  /** Programs give elements ids or names that are not known. */
  #namesAreOpen = false;
  /** A program may change the text of a block of data. */
  #textsAreOpen = false;
  /** What programs write to the data of elements, by the name in `dataset`. */
  readonly #written = new Map<string, ValueCell>();
  readonly #static = new Map<string, Value>();
  readonly #shown = new Set<string>();

  constructor(state: ElementState, page: PageFacts) {
    this.#state = state;
    this.#page = page;
  }

  /** The element of the markup with an id; where a program may give the id to another, any element. */
  marked(id: string): Value {
    const marked = this.#page.ids.get(id);
    if (marked === undefined) return host('*');
    const isSure = marked.isSole && !this.#namesAreOpen && !this.#given.has(id.toLowerCase());
    return isSure ? host(`${marked.tag}#${id}`) : host(marked.tag, '*');
  }

  /** The text of the block of data that an object surely is, or null. */
  blockText(of: Value): string | null {
    const [only = ''] = of.hosts;
    const marked = this.#page.ids.get(only.slice(only.indexOf('#') + 1));
    const isBlock = of.hosts.size === 1 && only.startsWith('script#');
    return isBlock && !this.#textsAreOpen ? (marked?.text ?? null) : null;
  }

  /** `dataset` of an element. */
  datasetOf(of: Value): Value {
    const sets = [...of.hosts].filter(isNodeName).map((name) => {
      const at = name.indexOf('#');
      return at > 0 ? `$dataset${name.slice(at)}` : '$dataset';
    });
    // A form shows its controls as members, before its own.
    const isForm =
      [...of.hosts].some((name) => name === '*' || tagOf(name) === 'form') &&
      this.#page.tags.has('form');
    const isHidden = this.#namesAreOpen || this.#given.has('dataset') || this.#page.hidesDataset;
    return isForm && isHidden ? join(host(...sets), UNKNOWN) : host(...sets);
  }

  /**
   * A member of a `dataset`. Of an element that is surely the one with an id, what its markup says; of any other, all
   * that any element of the page has under the name. To both belongs what programs write.
   */
  data(set: string, name: string): Value {
    const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const id = set.includes('#') ? set.slice(set.indexOf('#') + 1) : null;
    const own = id === null ? undefined : this.#page.ids.get(id)?.attributes.get(attribute);
    const before = own === undefined ? join(this.#anyStatic(attribute), NONE) : text(own);
    const written = [name, ANY_NAME].map((key) => this.#written.get(key)?.value ?? NEVER);
    return written.reduce(join, before);
  }

  /** Everything that the markup has under the name of an attribute. */
  #anyStatic(attribute: string): Value {
    if (this.#page.dataIsOpen) return TEXT;
    let known = this.#static.get(attribute);
    if (known !== undefined) return known;
    known = NEVER;
    for (const value of this.#page.data.get(attribute) ?? []) {
      this.#state.spend(1 + (value.length >> 6));
      known = join(known, text(value));
    }
    this.#static.set(attribute, known);
    return known;
  }

  /** A program writes to the data of an element; to data of all names when the name is not known. */
  writeData(name: string | null, value: Value): void {
    this.#writeCell(name, datasetText(value));
  }

  /** A program takes data away from an element. */
  removeData(name: string | null): void {
    this.#writeCell(name, NONE);
  }

  #writeCell(name: string | null, value: Value): void {
    const key = name ?? ANY_NAME;
    let known = this.#written.get(key);
    if (known === undefined) this.#written.set(key, (known = cell()));
    this.#state.put(known, value);
  }

  /** A program gives an element an id or a name. */
  giveName(value: Value): void {
    if (this.#namesAreOpen) return;
    const isKnown =
      value.bits === 0 && value.level === 0 && value.sites.size === 0 && value.hosts.size === 0;
    if (!isKnown) {
      this.#namesAreOpen = true;
      this.#state.hasChanged = true;
    }
    for (const name of value.texts) {
      if (this.#given.has(name.toLowerCase())) continue;
      this.#given.add(name.toLowerCase());
      this.#state.hasChanged = true;
    }
  }

  /** Markup that a program puts into the page. */
  showMarkup(value: Value): void {
    const isNaming = value.level === TEXT_LEVEL.NAMING_MARKUP;
    const fresh = [...value.texts].filter((markup) => !this.#shown.has(markup));
    for (const markup of fresh) {
      this.#shown.add(markup);
      this.#state.spend(1 + (markup.length >> 6));
    }
    if (!isNaming && !fresh.some((markup) => shapeOf(markup) === 'naming')) return;
    for (const tag of NAMING_TAGS) this.#page.tags.add(tag);
    this.#namesAreOpen = true;
    this.#writeCell(null, TEXT);
    this.#state.hasChanged = true;
  }

  /** A member of an object is written, read or called that may change the text of a block of data. */
  touch(of: Value, name: string, how: 'read' | 'written' | 'called'): void {
    const table = how === 'written' ? TEXT_PROPERTIES : TEXT_METHODS;
    if (this.#textsAreOpen || !table.has(name)) return;
    if (!mayBeAnyNode(of) && ![...of.hosts].some((one) => one === '*' || tagOf(one) === 'script'))
      return;
    this.#textsAreOpen = true;
    this.#state.hasChanged = true;
  }
}
