export { surfModule, surfOfTool } from './module.ts';
export { explain, EXPLAIN_HITS, type Explanation } from './search/explain.ts';
export { KNOWN_WORDS_FILE, packWords } from './search/known-words.ts';
export { Archive, type ArchiveAnswer } from './search/search-archive.ts';
