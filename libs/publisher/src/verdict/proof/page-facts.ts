import { resolveUrl, type DocumentBaseUrl } from '../model/index.ts';
import { codeLoads } from '../script/index.ts';
import { addressKind } from './address-kind.ts';

/** Matches text that would load a resource if it were part of a style sheet. */
const LOADING_CSS = /url\(\s*["']?\s*(?!data:|#|["'])|@import|image-set\(|[^-\w]src\(/i;
/** Matches `new URL(name)` of JavaScript, which is not CSS although it contains `URL(`. */
const MAKES_URL = /\bnew URL\(\s*[A-Za-z_$][\w$.]*\s*[,)]/g;
/** Maximum number of elements whose id is stored. An element with another id counts as an unknown element. */
const MARKED_IDS_MAX = 5_000;
/**
 * Maximum number of stored `data-` attributes. When a page has more, all values that scripts read from `dataset` are unknown.
 */
const DATA_MAX = 20_000;

/** True for text that does nothing when it runs as a program: it is empty, JSON, or markup, which is not a valid program. */
function isDataText(text: string): boolean {
  if (/^\s*(?:<(?!!--)|$)/.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isElsewhere(address: string | undefined, base: DocumentBaseUrl): boolean {
  if (address === undefined) return false;
  const { kind } = resolveUrl(address, base);
  return kind === 'external' || kind === 'missing';
}

/**
 * True when a link or form with this address may load something from another host: the address is external, or it is a `data:`
 * document, which a frame opens.
 */
function leadsAway(address: string | undefined, base: DocumentBaseUrl): boolean {
  if (isElsewhere(address, base)) return true;
  return (
    address !== undefined &&
    resolveUrl(address, base).kind === 'data' &&
    addressKind(address) !== 'data'
  );
}

/** The values of the attributes of one element, by name. */
type ElementAttributeValues = ReadonlyMap<string, string>;

/** Collects from the markup of a page what its scripts can read, and what loads only after a script changes it. */
export class PageMarkupSummarizer {
  readonly #facts: PageMarkupSummary = {
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
  /** Elements by their id in lower case. In quirks mode, browsers ignore the case of ids. */
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

  attributes(name: string, attributes: ElementAttributeValues, base: DocumentBaseUrl): void {
    this.#names(name.toLowerCase(), attributes);
    this.#data(attributes);
    if (name === 'script' && attributes.has('src')) this.#emptyScripts -= 1;
    if (name === 'a' || name === 'area' || name === 'form' || name === 'button' || name === 'input')
      for (const lead of ['href', 'xlink:href', 'action', 'formaction', 'ping'])
        if (leadsAway(attributes.get(lead), base))
          this.#facts[lead.endsWith('action') ? 'formsLead' : 'leadsElsewhere'] = true;
    if (/^(?:link|script|iframe|frame|input|source|image|use|feImage)$/.test(name))
      for (const inert of ['href', 'src', 'xlink:href', 'srcset'])
        if (isElsewhere(attributes.get(inert), base)) this.#facts.inertAddress = true;
    if (name === 'meta' && attributes.has('http-equiv')) {
      const kind = attributes.get('http-equiv')?.trim().toLowerCase();
      if (kind === 'refresh') this.#facts.inertAddress = true;
    }
  }

  /**
   * Records the text of a script element, which programs may read as data. `isProgram` is true when the browser runs the text.
   */
  script(attributes: ElementAttributeValues, text: string, isProgram: boolean): void {
    if (text.trim() !== '' && !attributes.has('src')) this.#emptyScripts -= 1;
    if (codeLoads(text)) this.#facts.inertAddress ||= attributes.has('type');
    // A script may turn a data block into a program, if it changes the attribute `type`.
    if (!isProgram && !isDataText(text)) this.#facts.inertAddress = true;
    const marked = this.#facts.ids.get(attributes.get('id') ?? '');
    if (marked?.tag === 'script') marked.text ??= text;
  }

  finished(): PageMarkupSummary {
    this.#facts.idleScript = this.#emptyScripts > 0;
    return this.#facts;
  }

  #names(tag: string, attributes: ElementAttributeValues): void {
    const { ids } = this.#facts;
    const id = attributes.get('id');
    if (id === 'dataset' || attributes.get('name') === 'dataset') this.#facts.hidesDataset = true;
    if (id === undefined) return;
    const first = this.#marked.get(id.toLowerCase());
    if (first !== undefined) first.isSole = false;
    if (first !== undefined || ids.size >= MARKED_IDS_MAX) return;
    // Browsers merge several `html` or `body` tags into one element, so its attributes may come from another tag.
    const isSole = tag !== 'html' && tag !== 'body';
    const marked: ElementWithId = { tag, attributes, text: null, isSole };
    this.#marked.set(id.toLowerCase(), marked);
    ids.set(id, marked);
  }

  #data(attributes: ElementAttributeValues): void {
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
}

/** An element in the markup of the page that scripts can find by its id. */
export interface ElementWithId {
  /** True when no other element in the markup has this id, in upper or lower case. */
  isSole: boolean;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string | null;
}

/** What the markup of a page contains that its scripts can read, or that loads only after a script changes it. */
export interface PageMarkupSummary {
  readonly tags: Set<string>;
  readonly ids: Map<string, ElementWithId>;
  /** True when an element has the id or name `dataset`. If it is a control of a form, the form's `dataset` is this control. */
  hidesDataset: boolean;
  /** All values of `data-` attributes in the markup, by attribute name. */
  readonly data: Map<string, Set<string>>;
  /** True when the page has more than `DATA_MAX` `data-` attributes. Then all their values are unknown. */
  dataIsOpen: boolean;
  /**
   * True when the markup has something that loads only after a script changes an attribute, such as an external `link` without
   * a loading `rel`.
   */
  inertAddress: boolean;
  /**
   * True when a link has an external address, in the markup or because a script may set one, or the address of a document that
   * a script makes.
   */
  leadsElsewhere: boolean;
  /** True when a form may be sent to an external address, because of the markup or a script. */
  formsLead: boolean;
  /** True when the markup has an empty script element. If a script sets its text, the browser runs this text. */
  idleScript: boolean;
  /** True when the text of the page contains `javascript:` anywhere. */
  scriptAddress: boolean;
  /** True when the text of the page contains, anywhere, an address that CSS would load. */
  loadingCss: boolean;
}
