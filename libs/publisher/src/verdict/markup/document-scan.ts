import { Parser, type ParserError } from 'parse5';
import { addressesIn, elementReferences, isCss, scriptKind } from './element-references.ts';
import { leanTree, type LeanElement } from './lean-tree.ts';
import { baseFrom, resolveUrl, type Base, type Place, type ReferenceKind } from '../model/index.ts';
import type { PageLint } from './page-lint.ts';
import type { PageScan } from '../page-scan.ts';
import { USER_EVENT } from '../proof/index.ts';
import { textPlaces } from './text-places.ts';
import { readTextInRuns } from './text-runs.ts';

/** One document: the page, or a document in it. */
export interface Document {
  base: Base;
  baseSet: boolean;
  readonly nesting: number;
  /** Whole documents are judged for what every page should have; pieces and inner documents are not. */
  readonly lint: PageLint | null;
  /** Where in the page a line and column of this document are. */
  readonly place: (line: number, column: number) => Place;
  /** The whole document stands in one place of the page, an attribute or a string of a script. */
  readonly inOnePlace: boolean;
}

type Attributes = ReadonlyMap<string, string>;

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Inlined in one place and beyond this, a piece slows the first display. */
export const LARGE_INLINE_CHARS = 1024 * 1024;
const STEPS_PER_ELEMENT = 1;
const SPECULATION: ReferenceKind = {
  construct: 'script[type=speculationrules]',
  class: 'hint',
  code: 'external_hint',
  asks: true,
};

/** A bundle is fetched for the resources it is said to hold. Source: WICG, subresource loading with web bundles. */
const BUNDLE: ReferenceKind = {
  construct: 'script[type=webbundle]',
  class: 'optional',
  code: 'optional_external',
  asks: true,
};

/** Parses one document and hands everything in it that may load to the page's scan. */
export function scanDocument(
  html: string,
  document: Document,
  fragment: boolean,
  page: PageScan,
): void {
  const { lint } = document;
  const tree = leanTree({
    element: (element, inTemplate) => {
      readElement(element, inTemplate, document, page);
    },
    text: (element, text) => {
      readText(element, text, document, page);
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
  const parser = fragment ? Parser.getFragmentParser(null, options) : new Parser(options);
  const build = parser.onStartTag.bind(parser);
  parser.onStartTag = (token) => {
    build(token);
    // What this parser drops (an image in a list of options) another, or a later standard, may keep.
    tree.dropped(token);
  };
  readTextInRuns(parser.tokenizer);
  parser.tokenizer.write(html, true);
  tree.close();
}

function attributesOf({ attributes }: LeanElement): Attributes {
  return new Map(
    attributes.map(({ name, prefix, value }) => [
      prefix === undefined || prefix === '' ? name : `${prefix}:${name}`,
      value,
    ]),
  );
}

function readElement(
  element: LeanElement,
  inTemplate: boolean,
  document: Document,
  page: PageScan,
): void {
  page.budget.spend(STEPS_PER_ELEMENT + element.attributes.length);
  page.facts.element(element.name);
  if (element.attributes.length === 0) return;
  const { location, name } = element;
  const at = document.place(location?.startLine ?? 1, location?.startCol ?? 1);
  const attributes = attributesOf(element);
  document.lint?.element(element, attributes, at);
  for (const { row, value } of elementReferences(element, attributes)) {
    if (row.form === 'css') page.css(value, document, () => at, row.construct);
    else if (row.form === 'html') page.inner(value, document, () => at, false);
    else for (const raw of addressesIn(row, value)) page.refer(row, raw, document, at);
  }
  readHandlers(attributes, document, at, page);
  noteLink(element, attributes, document, at, page);
  page.facts.attributes(element.name, attributes, document.base);
  if (name === 'base' && !inTemplate) setBase(attributes, document);
  if (name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? ''))
    page.world.sheetLinkSeen = true;
  if (name === 'object' || name === 'embed') page.world.objectSeen = true;
}

function setBase(attributes: Attributes, document: Document): void {
  const href = attributes.get('href');
  if (href === undefined || document.baseSet) return;
  document.baseSet = true;
  const url = baseFrom(href, document.base);
  if (url !== null) document.base = { ...document.base, url };
}

function readHandlers(attributes: Attributes, document: Document, at: Place, page: PageScan): void {
  for (const [name, value] of attributes) {
    if (name.startsWith('on') && value.trim() !== '')
      page.script(value, USER_EVENT.test(name) ? 'user-handler' : 'handler', document, () => at);
    // Text in `data-*` is material for scripts.
    else if (name.startsWith('data-') && value.includes('<')) page.world.noteText(value);
  }
  const href = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  // Spelled out by a browser whatever spaces and line breaks stand in it, so only a first look here.
  if (!/script/i.test(href.slice(0, 64).replace(/[\t\n\r]/g, ''))) return;
  const target = resolveUrl(href, document.base);
  if (target.kind === 'script') page.script(target.code, 'user-handler', document, () => at);
}

/** Links are no dependency; where one leads elsewhere matters to a script that clicks, and to its visitors. */
function noteLink(
  element: LeanElement,
  attributes: Attributes,
  document: Document,
  at: Place,
  page: PageScan,
): void {
  const { name } = element;
  if (name !== 'a' && name !== 'area') return;
  const href = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  const target = resolveUrl(href, document.base);
  if (target.kind === 'external') page.world.externalLinkSeen = true;
  else if (target.kind === 'missing') page.reporter.missingPage(target, `${name}[href]`, at);
}

function readText(element: LeanElement, text: string, document: Document, page: PageScan): void {
  const tag = element.location?.startTag;
  const start = { line: tag?.endLine ?? 1, column: tag?.endCol ?? 1 };
  const inner = (line: number, column: number): Place =>
    document.place(start.line + line - 1, line === 1 ? start.column + column - 1 : column);
  const first = inner(1, 1);
  const place = document.inOnePlace ? () => first : textPlaces(text, first);
  if (text.length > LARGE_INLINE_CHARS)
    page.reporter.add({ code: 'large_inline', element: element.name, place: first });
  switch (element.name) {
    case 'title':
      document.lint?.title(text);
      return;
    case 'style':
      if (isCss(attributesOf(element))) page.css(text, document, place, 'style');
      return;
    case 'noscript':
      page.inner(text, document, inner, true, document.inOnePlace);
      return;
    case 'script':
      readScriptText(element, text, document, place, page);
      return;
    default:
      page.world.noteText(text);
  }
}

function readScriptText(
  element: LeanElement,
  text: string,
  document: Document,
  place: (offset: number) => Place,
  page: PageScan,
): void {
  const attributes = attributesOf(element);
  const kind = scriptKind(attributes);
  page.facts.script(attributes, text);
  // A script with an address ignores what stands in it.
  const elsewhere =
    element.namespace === SVG_NAMESPACE
      ? attributes.has('href') || attributes.has('xlink:href')
      : attributes.has('src');
  if (kind === 'importmap') page.importMap.add(text, place(0));
  else if (kind === 'speculationrules') readRules(SPECULATION, text, document, place(0), page);
  else if (kind === 'webbundle') readRules(BUNDLE, text, document, place(0), page);
  else if (kind === 'data') page.world.noteText(text);
  else if (!elsewhere) page.script(text, kind, document, place);
}

/** Rules by which a browser fetches ahead; without an address they choose among the page's own links. */
function readRules(
  kind: ReferenceKind,
  text: string,
  document: Document,
  at: Place,
  page: PageScan,
): void {
  const urls = [...text.matchAll(/"((?:https?:)?\/\/[^"\\]{1,2000})"/gi)];
  for (const [, raw = ''] of urls)
    page.reporter.reference(kind, resolveUrl(raw, document.base), at);
  if (urls.length === 0 && text.trim() !== '')
    page.reporter.add({
      code: kind.code,
      element: kind.construct,
      place: at,
      unready: true,
    });
}
