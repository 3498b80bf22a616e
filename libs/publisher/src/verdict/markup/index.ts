/**
 * Parses HTML with parse5 and finds the elements, attributes and texts that load a resource or run a script.
 * Nodes refer to their parents only, so memory grows with the nesting depth of the page, not with its length.
 */

export {
  LARGE_INLINE_CHARS,
  type DocumentScanState,
  type PageScanContentHandler,
} from './document.ts';
export { scanDocument } from './document-scan.ts';
export { PageLinter } from './page-lint.ts';
export { XML_ONLY } from './xml-only.ts';
