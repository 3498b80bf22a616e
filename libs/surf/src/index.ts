export { surfModule } from './module.ts';
export { localOperator, type Operator } from './operate/operator.ts';
export { remoteOperator } from './operate/remote-operator.ts';
export { EXPLAIN_HITS, type Explanation } from './search/explain.ts';
export { KNOWN_WORDS_FILE, packWords } from './search/known-words.ts';
export { Archive, type ArchiveAnswer } from './search/search-archive.ts';
