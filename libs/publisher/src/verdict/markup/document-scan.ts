import { Parser, type ParserError } from 'parse5';
import { baseFrom, resolveUrl, tidyUrl, type SourcePosition } from '../model/index.ts';
import { USER_EVENT } from '../proof/index.ts';
import { readText } from './document-text.ts';
import {
  attributesOf,
  type ElementAttributes,
  type DocumentScanState,
  type PageScanContentHandler,
} from './document.ts';
import { addressesIn, elementReferences } from './element-references.ts';
import type { UnclosedHtmlElement } from './compact-nodes.ts';
import { makeCompactTree } from './compact-tree.ts';

const STEPS_PER_ELEMENT = 1;

/**
 * Parses one HTML document or fragment, and passes every element, address, style sheet and script in it to the collector
 * `page`.
 */
export function scanDocument(
  html: string,
  document: DocumentScanState,
  fragment: boolean,
  page: PageScanContentHandler,
): void {
  const { lint } = document;
  const tree = makeCompactTree({
    element: (element, inTemplate) => readElement(element, inTemplate, document, page),
    text: (element, text) => readText(element, text, document, page),
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
    // This parser drops some tags, such as an image in a `select`. Another parser or a later standard may keep the element, so
    // it is analysed too.
    tree.reportDropped(token);
  };
  parser.tokenizer.write(html, true);
  tree.close();
}

function readElement(
  element: UnclosedHtmlElement,
  inTemplate: boolean,
  document: DocumentScanState,
  page: PageScanContentHandler,
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
    page.survey.hasSheetLink = true;
  if (name === 'object' || name === 'embed') page.survey.hasObject = true;
}

function setBase(attributes: ElementAttributes, document: DocumentScanState): void {
  const href = attributes.get('href');
  if (href === undefined || document.baseSet) return;
  document.baseSet = true;
  const url = baseFrom(href, document.base);
  if (url !== null) document.base = { ...document.base, url };
}

function readHandlers(
  attributes: ElementAttributes,
  document: DocumentScanState,
  at: SourcePosition,
  page: PageScanContentHandler,
): void {
  for (const [name, value] of attributes) {
    if (name.startsWith('on') && value.trim() !== '')
      page.script(value, USER_EVENT.test(name) ? 'user-handler' : 'handler', document, () => at);
    // Scripts may insert the text of `data-*` attributes into the page as markup.
    else if (name.startsWith('data-') && value.includes('<')) page.survey.inspectText(value);
  }
  const href = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  if (!/^javascript:/i.test(tidyUrl(href))) return;
  const target = resolveUrl(href, document.base);
  if (target.kind === 'script') page.script(target.code, 'user-handler', document, () => at);
}

/** Records the target of a link. A link alone loads nothing, but a script may click a link to another host. */
function noteLink(
  element: UnclosedHtmlElement,
  attributes: ElementAttributes,
  document: DocumentScanState,
  at: SourcePosition,
  page: PageScanContentHandler,
): void {
  const { name } = element;
  if (name !== 'a' && name !== 'area') return;
  const href = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  const target = resolveUrl(href, document.base);
  if (target.kind === 'external') page.survey.hasExternalLink = true;
  else if (target.kind === 'missing') page.reporter.missingPage(target, `${name}[href]`, at);
}
