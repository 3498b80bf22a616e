import { resolveUrl, type Base } from '../resolve-url.ts';
import { codeLoads } from '../script-evidence.ts';
import type { PageFacts } from './world.ts';

/** CSS or text that would load, were it put into a style sheet. */
const LOADING_CSS = /url\(\s*["']?\s*(?!data:|#|["'])|@import|image-set\(|[^-\w]src\(/i;
/** Elements an id of which is remembered; a page with more is read as if the others had none. */
const IDS_MAX = 5_000;

type Attributes = ReadonlyMap<string, string>;

/** Gathers what the markup says about what the scripts of a page can reach. */
export class PageFactsReader {
  readonly #facts: PageFacts = {
    tags: new Set(),
    ids: new Map(),
    inertAddress: false,
    leadsElsewhere: false,
    formsLead: false,
    idleScript: false,
    loadingCss: false,
    scriptAddress: false,
  };
  #emptyScripts = 0;

  readPage(html: string): void {
    this.#facts.loadingCss = LOADING_CSS.test(html);
    this.#facts.scriptAddress = /javascript:/i.test(html);
  }

  element(name: string): void {
    this.#facts.tags.add(name.toLowerCase());
    if (name === 'script') this.#emptyScripts += 1;
  }

  attributes(name: string, attributes: Attributes, base: Base): void {
    const id = attributes.get('id');
    const { ids } = this.#facts;
    if (id !== undefined && !ids.has(id) && ids.size < IDS_MAX)
      ids.set(id, { tag: name.toLowerCase(), attributes, text: null });
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
  script(attributes: Attributes, text: string): void {
    if (text.trim() !== '') this.#emptyScripts -= 1;
    if (codeLoads(text)) this.#facts.inertAddress ||= attributes.has('type');
    const marked = this.#facts.ids.get(attributes.get('id') ?? '');
    if (marked?.tag === 'script') marked.text ??= text;
  }

  finished(): PageFacts {
    this.#facts.idleScript = this.#emptyScripts > 0;
    return this.#facts;
  }

  #isElsewhere(address: string | undefined, base: Base): boolean {
    if (address === undefined) return false;
    const { kind } = resolveUrl(address, base);
    return kind === 'external' || kind === 'missing';
  }
}
