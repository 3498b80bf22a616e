import { nameSet } from '../model/index.ts';
import type { AbstractValueCell, AbstractValue } from './domain.ts';
import { NAMING_TAGS, shapeOf } from './markup-shape.ts';
import type { PageMarkupSummary } from './page-facts.ts';
import { cellIn } from './allocation-site.ts';
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

/** Properties whose assignment changes the text of an element or of a node inside the element. */
const TEXT_PROPERTIES: ReadonlySet<string> = nameSet(
  'textContent innerText innerHTML outerHTML outerText text data nodeValue',
);
/** Methods that change the text of an element or of a node inside the element. */
const TEXT_METHODS: ReadonlySet<string> = nameSet(`
  append prepend after before replaceWith replaceChildren appendChild insertBefore replaceChild
  moveBefore insertAdjacentHTML insertAdjacentText insertAdjacentElement insertNode
  surroundContents appendData insertData replaceData deleteData splitText setHTML setHTMLUnsafe
  deleteContents extractContents
`);
const isNodeName = (name: string): boolean => !/^[$@]/.test(name);

/** Returns the value that `dataset` stores when a script assigns this value: converted to a string. */
export function datasetText(value: AbstractValue): AbstractValue {
  const words = has(value, BIT.NONE | BIT.PRIMITIVE) ? textOf(TEXT_LEVEL.WORD) : NEVER;
  return join({ ...value, bits: value.bits & ~(BIT.NONE | BIT.PRIMITIVE) }, words);
}

/** The members of `ScriptEvaluationState` that `ScriptReadableElementValues` uses. */
interface ScriptReadableElementValuesDeps {
  hasChanged: boolean;
  spend(steps: number): void;
  put(into: AbstractValueCell, value: AbstractValue): void;
}

/**
 * The values that scripts may read from elements of the page: the element with an id, its `data-` attributes, the text of a
 * data block (a script element with JSON). They come from the markup and from changes that scripts may make.
 */
export class ScriptReadableElementValues {
  readonly #state: ScriptReadableElementValuesDeps;
  readonly #page: PageMarkupSummary;
  /** Ids and names that scripts assign to elements, in lower case. */
  readonly #given = new Set<string>();
  /** True when a script may assign an unknown id or name to an element. */
  #namesAreOpen = false;
  /** True when a script may change the text of a data block. */
  #textsAreOpen = false;
  /** Values that scripts write to `data-` attributes, by the name in `dataset`. */
  readonly #written = new Map<string, AbstractValueCell>();
  readonly #static = new Map<string, AbstractValue>();
  readonly #shown = new Set<string>();

  constructor(state: ScriptReadableElementValuesDeps, page: PageMarkupSummary) {
    this.#state = state;
    this.#page = page;
  }

  /**
   * Returns the element with an id: the one in the markup, or any element when a script may also give the id to another one.
   */
  elementWithId(id: string): AbstractValue {
    const marked = this.#page.ids.get(id);
    if (marked === undefined) return host('*');
    const isSure = marked.isSole && !this.#namesAreOpen && !this.#given.has(id.toLowerCase());
    return isSure ? host(`${marked.tag}#${id}`) : host(marked.tag, '*');
  }

  /**
   * Returns the text of the data block (script element with JSON) to which `of` refers. Null when `of` may be something else,
   * or when a script may change the text.
   */
  blockText(of: AbstractValue): string | null {
    const [only = ''] = of.hosts;
    const marked = this.#page.ids.get(only.slice(only.indexOf('#') + 1));
    const isBlock = of.hosts.size === 1 && only.startsWith('script#');
    return isBlock && !this.#textsAreOpen ? (marked?.text ?? null) : null;
  }

  /** Returns the `dataset` object of an element. */
  datasetOf(of: AbstractValue): AbstractValue {
    const sets = [...of.hosts].filter(isNodeName).map((name) => {
      const at = name.indexOf('#');
      return at > 0 ? `$dataset${name.slice(at)}` : '$dataset';
    });
    // The controls of a form are members of the form object and hide its built-in members of the same name.
    const isForm =
      [...of.hosts].some((name) => name === '*' || tagOf(name) === 'form') &&
      this.#page.tags.has('form');
    const isHidden = this.#namesAreOpen || this.#given.has('dataset') || this.#page.hidesDataset;
    return isForm && isHidden ? join(host(...sets), UNKNOWN) : host(...sets);
  }

  /**
   * Returns the value of `dataset.name`. For a known element (`set` contains its id) this is the value in the markup; for any
   * other element, all values of that attribute in the page. Values that scripts write are added to both.
   */
  data(set: string, name: string): AbstractValue {
    const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const id = set.includes('#') ? set.slice(set.indexOf('#') + 1) : null;
    const own = id === null ? undefined : this.#page.ids.get(id)?.attributes.get(attribute);
    const before = own === undefined ? join(this.#anyStatic(attribute), NONE) : text(own);
    const written = [name, ANY_NAME].map((key) => this.#written.get(key)?.value ?? NEVER);
    return written.reduce(join, before);
  }

  /** Returns all values that the markup gives to the `data-` attribute `attribute`, in any element. */
  #anyStatic(attribute: string): AbstractValue {
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

  /** Records that a script writes a `data-` attribute; `name` is the name in `dataset`, null for an unknown name. */
  writeData(name: string | null, value: AbstractValue): void {
    this.#writeCell(name, datasetText(value));
  }

  /** Records that a script removes a `data-` attribute; `name` is the name in `dataset`, null for an unknown name. */
  removeData(name: string | null): void {
    this.#writeCell(name, NONE);
  }

  #writeCell(name: string | null, value: AbstractValue): void {
    this.#state.put(cellIn(this.#written, name ?? ANY_NAME), value);
  }

  /** Records that a script gives the id or name `value` to an element. */
  giveName(value: AbstractValue): void {
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

  /** Records that the page may have a link to another host or to a document with any content, which code could click. */
  leadElsewhere(): void {
    if (this.#page.leadsElsewhere) return;
    this.#page.leadsElsewhere = true;
    this.#state.hasChanged = true;
  }

  /** Records that a script inserts markup, which may have links, and whose ids, names and data scripts may read. */
  showMarkup(value: AbstractValue): void {
    const fresh = [...value.texts].filter((markup) => !this.#shown.has(markup));
    for (const markup of fresh) {
      this.#shown.add(markup);
      this.#state.spend(1 + (markup.length >> 6));
    }
    const shapes = fresh.map(shapeOf).filter((shape) => shape !== null);
    if (value.level >= TEXT_LEVEL.MARKUP || shapes.some(({ isLinking }) => isLinking))
      this.leadElsewhere();
    if (value.level !== TEXT_LEVEL.NAMING_MARKUP && !shapes.some((one) => one.isNaming)) return;
    for (const tag of NAMING_TAGS) this.#page.tags.add(tag);
    this.#namesAreOpen = true;
    this.#writeCell(null, TEXT);
    this.#state.hasChanged = true;
  }

  /**
   * Records that a script reads, writes or calls the member `name` of `of`, if this may change the text of a data block (script
   * element with JSON).
   */
  touch(of: AbstractValue, name: string, how: 'read' | 'written' | 'called'): void {
    const table = how === 'written' ? TEXT_PROPERTIES : TEXT_METHODS;
    if (this.#textsAreOpen || !table.has(name)) return;
    if (!mayBeAnyNode(of) && ![...of.hosts].some((one) => one === '*' || tagOf(one) === 'script'))
      return;
    this.#textsAreOpen = true;
    this.#state.hasChanged = true;
  }
}
