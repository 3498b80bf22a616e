/** Exports for worker threads that only make documents; they need neither the drivers nor the kernel. */
export { PackedDocuments } from './packed-documents.ts';
export type { DocumentFacets, SearchDocument } from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords, WORD_CHARS_MAX } from './text/words.ts';
