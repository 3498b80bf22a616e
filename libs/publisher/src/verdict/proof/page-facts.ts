import { resolveUrl, type Base } from '../model/index.ts';
import { codeLoads } from '../script/index.ts';

/** CSS or text that would load, were it put into a style sheet. */
const LOADING_CSS = /url\(\s*["']?\s*(?!data:|#|["'])|@import|image-set\(|[^-\w]src\(/i;
/** Code that makes an object of an address by name: no style sheet has such a value. */
const MAKES_URL = /\bnew URL\(\s*[A-Za-z_$][\w$.]*\s*[,)]/g;
/** Elements an id of which is remembered; a page with more is read as if the others had none. */
const MARKED_IDS_MAX = 5_000;
/** `data-` attributes that are remembered; the data of a page with more is not known. */
const DATA_MAX = 20_000;

type AttributeValues = ReadonlyMap<string, string>;

/** Gathers what the markup says about what the scripts of a page can reach. */
export class PageFactCollector {
  readonly #facts: PageFacts = {
    tags: new Set(),
    ids: new Map(),
    hidesDataset: false,
    data: new Map(),
    dataIsOpen: false,
    inertAddress: false,
    leadsElsewhere: false,
    formsLead: false,
    idleScript: false,
    loadingCss: false,
    scriptAddress: false,
  };
  /** Elements by their ids in small letters: some documents do not tell them apart. */
  readonly #marked = new Map<string, ElementWithId>();
  #emptyScripts = 0;
  #dataLeft = DATA_MAX;

  readPage(html: string): void {
    this.#facts.loadingCss = LOADING_CSS.test(html.replace(MAKES_URL, ''));
    this.#facts.scriptAddress = /javascript:/i.test(html);
  }

  element(name: string): void {
    this.#facts.tags.add(name.toLowerCase());
    if (name === 'script') this.#emptyScripts += 1;
  }

  attributes(name: string, attributes: AttributeValues, base: Base): void {
    this.#names(name.toLowerCase(), attributes);
    this.#data(attributes);
    if (name === 'script' && attributes.has('src')) this.#emptyScripts -= 1;
    if (name === 'a' || name === 'area' || name === 'form' || name === 'button' || name === 'input')
      for (const lead of ['href', 'xlink:href', 'action', 'formaction', 'ping'])
        if (this.#isElsewhere(attributes.get(lead), base))
          this.#facts[lead.endsWith('action') ? 'formsLead' : 'leadsElsewhere'] = true;
    if (/^(?:link|script|iframe|frame|input|source|image|use|feImage)$/.test(name))
      for (const inert of ['href', 'src', 'xlink:href', 'srcset'])
        if (this.#isElsewhere(attributes.get(inert), base)) this.#facts.inertAddress = true;
    if (name === 'meta' && attributes.has('http-equiv')) {
      const kind = attributes.get('http-equiv')?.trim().toLowerCase();
      if (kind === 'refresh') this.#facts.inertAddress = true;
    }
  }

  /** The text of a script element; data in it may be what a program reads. */
  script(attributes: AttributeValues, text: string): void {
    if (text.trim() !== '') this.#emptyScripts -= 1;
    if (codeLoads(text)) this.#facts.inertAddress ||= attributes.has('type');
    const marked = this.#facts.ids.get(attributes.get('id') ?? '');
    if (marked?.tag === 'script') marked.text ??= text;
  }

  finished(): PageFacts {
    this.#facts.idleScript = this.#emptyScripts > 0;
    return this.#facts;
  }

  #names(tag: string, attributes: AttributeValues): void {
    const { ids } = this.#facts;
    const id = attributes.get('id');
    if (id === 'dataset' || attributes.get('name') === 'dataset') this.#facts.hidesDataset = true;
    if (id === undefined) return;
    const first = this.#marked.get(id.toLowerCase());
    if (first !== undefined) first.isSole = false;
    if (first !== undefined || ids.size >= MARKED_IDS_MAX) return;
    // Attributes of these come from several tags.
    const isSole = tag !== 'html' && tag !== 'body';
    const marked: ElementWithId = { tag, attributes, text: null, isSole };
    this.#marked.set(id.toLowerCase(), marked);
    ids.set(id, marked);
  }

  #data(attributes: AttributeValues): void {
    const { data } = this.#facts;
    for (const [name, value] of attributes) {
      if (!name.startsWith('data-')) continue;
      this.#dataLeft -= 1;
      if (this.#dataLeft < 0) this.#facts.dataIsOpen = true;
      if (this.#dataLeft < 0) return;
      const known = data.get(name);
      if (known === undefined) data.set(name, new Set([value]));
      else known.add(value);
    }
  }

  #isElsewhere(address: string | undefined, base: Base): boolean {
    if (address === undefined) return false;
    const { kind } = resolveUrl(address, base);
    return kind === 'external' || kind === 'missing';
  }
}

/** An element of the markup that scripts can find by its id. */
export interface ElementWithId {
  /** No other element of the markup has the id, in small or large letters. */
  isSole: boolean;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string | null;
}

/** What the markup of the page says about what its scripts can reach. */
export interface PageFacts {
  readonly tags: Set<string>;
  readonly ids: Map<string, ElementWithId>;
  /** A control is named so that its form shows it in the place of the form's `dataset`. */
  hidesDataset: boolean;
  /** Values of `data-` attributes of any element, by the name of the attribute. */
  readonly data: Map<string, Set<string>>;
  /** More such values stand in the markup than are remembered. */
  dataIsOpen: boolean;
  /** Addresses of other places stand in the markup where nothing loads them yet: a `link` of another kind. */
  inertAddress: boolean;
  /** A link or form of the markup leads to another place. */
  leadsElsewhere: boolean;
  /** A form of the markup is sent to another place. */
  formsLead: boolean;
  /** A script element that has not run: empty, or with data. */
  idleScript: boolean;
  /** `javascript:` stands somewhere in the page. */
  scriptAddress: boolean;
  /** Text of the page, or a string of a script, names something that CSS would load. */
  loadingCss: boolean;
}
