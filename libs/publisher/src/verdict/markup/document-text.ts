import {
  resolveUrl,
  TEXT_REFERENCES,
  type SourcePosition,
  type ReferenceKind,
} from '../model/index.ts';
import {
  attributesOf,
  LARGE_INLINE_CHARS,
  type DocumentScanState,
  type PageScanContentHandler,
} from './document.ts';
import { isCss, scriptKind, SVG_NAMESPACE } from './element-references.ts';
import type { UnclosedHtmlElement } from './compact-nodes.ts';
import { textPlaces } from './text-places.ts';

/**
 * Passes the text of an element that has ended to the collector `page`: a title, style sheet, script, or text that scripts may
 * read.
 */
export function readText(
  element: UnclosedHtmlElement,
  text: string,
  document: DocumentScanState,
  page: PageScanContentHandler,
): void {
  const tag = element.location?.startTag;
  const start = { line: tag?.endLine ?? 1, column: tag?.endCol ?? 1 };
  const inner = (line: number, column: number): SourcePosition =>
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
      page.survey.inspectText(text);
  }
}

function readScriptText(
  element: UnclosedHtmlElement,
  text: string,
  document: DocumentScanState,
  place: (offset: number) => SourcePosition,
  page: PageScanContentHandler,
): void {
  const attributes = attributesOf(element);
  const kind = scriptKind(attributes);
  page.facts.script(attributes, text, kind === 'classic' || kind === 'module');
  // A browser ignores the text of a script element with an address (`src`; in SVG `href`).
  const elsewhere =
    element.namespace === SVG_NAMESPACE
      ? attributes.has('href') || attributes.has('xlink:href')
      : attributes.has('src');
  if (kind === 'importmap') page.importMap.add(text, place(0));
  else if (kind === 'speculationrules' || kind === 'webbundle')
    readRules(TEXT_REFERENCES[kind], text, document, place(0), page);
  else if (kind === 'data') page.survey.inspectText(text);
  else if (!elsewhere) page.script(text, kind, document, place);
}

/**
 * Reports the addresses in the text of a script element with speculation rules or a web bundle. When the text contains no
 * complete address, its targets are unknown and the page is not offline ready.
 */
function readRules(
  kind: ReferenceKind,
  text: string,
  document: DocumentScanState,
  at: SourcePosition,
  page: PageScanContentHandler,
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
