/**
 * Exports for worker threads that only convert records to search documents. These threads load neither the engines nor the
 * kernel library.
 */
export { TransferableDocumentList } from './packed-documents.ts';
export type { DocumentFacets, SearchDocument } from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords, WORD_CHARS_MAX } from './text/words.ts';
