import { Parser, parseFragment, type ParserError } from 'parse5';
import { BudgetSpent, NESTING_MAX, type Budget } from './budget.ts';
import { CSS_REFERENCES, type CssConstruct } from './css-references.ts';
import { scanCss } from './css-scan.ts';
import { readDataUrl } from './data-url.ts';
import { addressesIn, elementReferences, isCss, scriptKind } from './element-references.ts';
import { makeImportMap } from './import-map.ts';
import { leanTree, type LeanElement } from './lean-tree.ts';
import type { PageAddress, Place, WarningCode } from './model.ts';
import { PageLint } from './page-lint.ts';
import { Reporter, type ReferenceKind } from './reporter.ts';
import { baseFrom, pageBase, resolveUrl, type Base, type Target } from './resolve-url.ts';
import { finishScripts, readSource, type ScriptDeps, type ScriptSource } from './script-scan.ts';
import { ScriptWorld } from './script-world.ts';
import { textPlaces } from './text-places.ts';

/** One document: the page, or a document in it. */
interface Document {
  base: Base;
  baseSet: boolean;
  readonly nesting: number;
  /** Whole documents are judged for what every page should have; pieces and inner documents are not. */
  readonly lint: PageLint | null;
  place(line: number, column: number): Place;
}

const CSS_ROWS = new Map(CSS_REFERENCES.map((row) => [row.id, row]));
/** Inlined in one place and beyond this, a piece slows the first display. */
const LARGE_INLINE_CHARS = 1024 * 1024;
/** What work other than tokens costs, in steps of about half a microsecond. */
const STEPS_PER_ELEMENT = 1;
const STEPS_PER_ADDRESS = 8;
const STEPS_PER_DOCUMENT = 64;
const FRAMES = new Set<WarningCode>(['external_frame', 'external_object']);
const SHEETS = new Set<WarningCode>(['external_style', 'external_import']);
const CODE = new Set<WarningCode>(['external_script', 'external_module', 'external_worker']);
const MARKUP_TYPE = /html|xml/;

/** Walks a page and everything inside it that a browser would load with it; findings go to the reporter. */
export class PageScan {
  readonly reporter = new Reporter();
  readonly world = new ScriptWorld();
  readonly importMap = makeImportMap();
  readonly #budget: Budget;
  readonly #address: PageAddress;

  constructor(address: PageAddress, budget: Budget) {
    this.#address = address;
    this.#budget = budget;
  }

  /** Reads the whole page; throws `BudgetSpent` when it costs too much. */
  scan(html: string): void {
    const lint = new PageLint(this.reporter);
    const base = pageBase(this.#address);
    const place = (line: number, column: number): Place => ({ line, column });
    this.#parse(html, { base, baseSet: false, nesting: 0, lint, place }, false);
    lint.finish();
    finishScripts(
      this.#deps,
      this.importMap,
      (markup, { base: at, nesting }, { script, offset }) => {
        const spot = script.place(offset);
        this.#inner(markup, { base: at, nesting }, () => spot, true);
      },
    );
  }

  get #deps(): ScriptDeps {
    return { world: this.world, reporter: this.reporter, budget: this.#budget };
  }

  #parse(html: string, document: Document, fragment: boolean): void {
    const { lint } = document;
    const tree = leanTree({
      element: (element, inTemplate) => {
        this.#element(element, inTemplate, document);
      },
      text: (element, text) => {
        this.#text(element, text, document);
      },
      doctype: () => lint?.doctype(),
    });
    const options = {
      treeAdapter: tree.adapter,
      sourceCodeLocationInfo: true,
      onParseError:
        lint === null
          ? null
          : ({ code, startLine, startCol }: ParserError) => {
              lint.parseError(code, document.place(startLine, startCol));
            },
    };
    if (fragment) parseFragment(null, html, options);
    else Parser.parse(html, options);
    tree.close();
  }

  /** A document in the document; what it holds is reported at the place of what holds it. */
  #inner(
    html: string,
    outer: { readonly base: Base; readonly nesting: number },
    place: (line: number, column: number) => Place,
    fragment: boolean,
  ): void {
    const nesting = outer.nesting + 1;
    this.#budget.spend(STEPS_PER_DOCUMENT);
    if (nesting > NESTING_MAX) throw new BudgetSpent('nesting');
    this.#parse(html, { base: outer.base, baseSet: false, nesting, lint: null, place }, fragment);
  }

  #element(element: LeanElement, inTemplate: boolean, document: Document): void {
    this.#budget.spend(STEPS_PER_ELEMENT + element.attributes.length);
    const { location } = element;
    const at = document.place(location?.startLine ?? 1, location?.startCol ?? 1);
    if (element.attributes.length === 0) return;
    const attributes = new Map<string, string>();
    for (const { name, prefix, value } of element.attributes)
      attributes.set(prefix === undefined || prefix === '' ? name : `${prefix}:${name}`, value);
    document.lint?.element(element, attributes, at);
    for (const { row, value } of elementReferences(element, attributes)) {
      if (row.form === 'css') this.#css(value, document, () => at, row.construct);
      else if (row.form === 'html') this.#inner(value, document, () => at, false);
      else
        for (const raw of addressesIn(row, value)) {
          this.#refer(row, raw, document, at);
        }
    }
    this.#handlers(attributes, document, at);
    if (element.name === 'base' && !inTemplate) this.#setBase(attributes, document);
    if (element.name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? ''))
      this.world.sheetLinkSeen = true;
    if (element.name === 'object' || element.name === 'embed') this.world.objectSeen = true;
  }

  #setBase(attributes: ReadonlyMap<string, string>, document: Document): void {
    const href = attributes.get('href');
    if (href === undefined || document.baseSet) return;
    document.baseSet = true;
    const url = baseFrom(href, document.base);
    if (url !== null) document.base = { ...document.base, url };
  }

  #handlers(attributes: ReadonlyMap<string, string>, document: Document, at: Place): void {
    for (const [name, value] of attributes) {
      if (name.startsWith('on') && value.trim() !== '')
        this.#script(value, 'handler', document, () => at);
      // Text in `data-*` is material for scripts.
      else if (name.startsWith('data-') && value.includes('<')) this.world.noteText(value);
    }
    const href = attributes.get('href');
    if (href !== undefined && /^[\u0000- ]*j[\ta\n\r]/i.test(href)) {
      const target = resolveUrl(href, document.base);
      if (target.kind === 'script') this.#script(target.code, 'handler', document, () => at);
    }
  }

  #refer(kind: ReferenceKind, raw: string, document: Document, at: Place): void {
    this.#budget.spend(STEPS_PER_ADDRESS);
    const target = resolveUrl(raw, document.base);
    if (kind.code === 'meta_refresh' && target.kind === 'missing')
      this.reporter.add({
        code: 'meta_refresh',
        url: target.url,
        element: kind.construct,
        place: at,
      });
    if (target.kind === 'data') this.#data(target, kind, document, at);
    else if (target.kind === 'script' && FRAMES.has(kind.code))
      this.#script(target.code, 'handler', document, () => at);
    else this.reporter.reference(kind, target, at);
  }

  /** An address that holds its document itself: what a browser runs or shows from it loads in turn. */
  #data(
    target: Extract<Target, { kind: 'data' }>,
    kind: ReferenceKind,
    document: Document,
    at: Place,
  ): void {
    const { url } = target;
    if (url.length > LARGE_INLINE_CHARS)
      this.reporter.add({ code: 'large_inline', element: kind.construct, place: at });
    const isFrame = FRAMES.has(kind.code);
    if (!isFrame && !SHEETS.has(kind.code) && !CODE.has(kind.code)) return;
    const inner = readDataUrl(url);
    if (inner === null) return;
    // Relative addresses lead nowhere from inside a `data:` document.
    const base: Base = { ...document.base, url: 'data:,' };
    const within = { ...document, base, nesting: document.nesting + 1 };
    if (within.nesting > NESTING_MAX) throw new BudgetSpent('nesting');
    if (SHEETS.has(kind.code)) this.#css(inner.text, within, () => at, kind.construct);
    else if (CODE.has(kind.code)) {
      const type = kind.code === 'external_module' ? 'module' : 'classic';
      this.#script(inner.text, type, within, () => at);
    } else if (MARKUP_TYPE.test(inner.type)) {
      this.#inner(inner.text, { base, nesting: document.nesting }, () => at, false);
      // An XML document may pull in style sheets and entities that HTML does not know.
      if (/<\?xml-stylesheet|<!ENTITY/i.test(inner.text))
        this.reporter.add({
          code: 'runtime_unknown',
          element: kind.construct,
          place: at,
          unready: true,
        });
    }
  }

  #css(css: string, document: Document, place: (offset: number) => Place, element: string): void {
    scanCss(css, ({ raw, construct, offset }) => {
      this.#refer(cssKind(construct, element), raw, document, place(offset));
    });
  }

  #script(
    code: string,
    kind: ScriptSource['kind'],
    { base, nesting }: Document,
    place: (offset: number) => Place,
  ): void {
    readSource({ code, kind, base, nesting, place }, this.#deps);
  }

  #text(element: LeanElement, text: string, document: Document): void {
    const tag = element.location?.startTag;
    const start = { line: tag?.endLine ?? 1, column: tag?.endCol ?? 1 };
    const inner = (line: number, column: number): Place =>
      document.place(start.line + line - 1, line === 1 ? start.column + column - 1 : column);
    const attributes = new Map(element.attributes.map(({ name, value }) => [name, value]));
    const place = textPlaces(text, inner(1, 1));
    if (text.length > LARGE_INLINE_CHARS)
      this.reporter.add({ code: 'large_inline', element: element.name, place: place(0) });
    switch (element.name) {
      case 'title':
        document.lint?.title(text);
        return;
      case 'style':
        if (isCss(attributes)) this.#css(text, document, place, 'style');
        return;
      case 'noscript':
        this.#inner(text, document, inner, true);
        return;
      case 'script':
        this.#scriptText(text, attributes, document, place);
        return;
      default:
        this.world.noteText(text);
    }
  }

  #scriptText(
    text: string,
    attributes: ReadonlyMap<string, string>,
    document: Document,
    place: (offset: number) => Place,
  ): void {
    const kind = scriptKind(attributes);
    if (kind === 'importmap') this.importMap.add(text);
    else if (kind === 'speculationrules') this.#speculation(text, document, place(0));
    else if (kind === 'data') this.world.noteText(text);
    // A script with an address ignores what stands in it.
    else if (!attributes.has('src')) this.#script(text, kind, document, place);
  }

  #speculation(text: string, document: Document, at: Place): void {
    const kind: ReferenceKind = {
      construct: 'script[type=speculationrules]',
      class: 'hint',
      code: 'external_hint',
      asks: true,
    };
    for (const [, raw] of text.matchAll(/"((?:https?:)?\/\/[^"\\]{1,2000})"/gi))
      if (raw !== undefined) this.reporter.reference(kind, resolveUrl(raw, document.base), at);
  }
}

function cssKind(construct: CssConstruct, element: string): ReferenceKind {
  const row = CSS_ROWS.get(construct);
  return {
    construct: `${element} ${row?.construct ?? construct}`,
    class: row?.class ?? 'required',
    code: row?.code ?? 'external_image',
    asks: true,
  };
}
