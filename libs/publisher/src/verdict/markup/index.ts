/** Reads markup with parse5: elements, attributes and text that load or run something.
 *  The tree keeps parents only, so memory follows the depth of the page. */

export { LARGE_INLINE_CHARS, type ScannedDocument, type PageCollector } from './document.ts';
export { scanDocument } from './document-scan.ts';
export { PageLint } from './page-lint.ts';
export { XML_ONLY } from './xml-only.ts';
