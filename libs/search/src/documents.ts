/** What a thread needs that only makes documents: neither engines nor the kernel, each of which it would load for itself. */
export { PackedDocuments } from './packed-documents.ts';
export type { DocumentFacets, SearchDocument } from './search-document.ts';
export { fold } from './text/fold.ts';
export { stem } from './text/stem.ts';
export { foldedWords, indexWords, WORD_CHARS_MAX } from './text/words.ts';
