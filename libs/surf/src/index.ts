export { EXPLAIN_HITS, type ArchiveStats, type Explanation } from './evaluate/explain.ts';
export {
  evaluate,
  readJudged,
  type Evaluation,
  type JudgedQuery,
  type QueryScore,
} from './evaluate/evaluate.ts';
export type {
  BadReason,
  BadRecord,
  ImportEvent,
  ImportResult,
  SourceSummary,
} from './import/events.ts';
export { importArchive, type ImportDeps, type ImportOptions } from './import/import-archive.ts';
export { indexTarget } from './import/index-target.ts';
export { ImportRefusal, type RefusalCode } from './import/refusal.ts';
export type {
  Canary,
  ImportedFile,
  ImportEnd,
  ImportMode,
  ImportRun,
  ImportTarget,
  SpellingTable,
} from './import/target.ts';
export { surfModule } from './module.ts';
export { localOperator, type Operator } from './operate/operator.ts';
export { remoteOperator } from './operate/remote-operator.ts';
export type { ArchiveRecord } from './record/archive-record.ts';
export { KNOWN_WORDS_FILE, packWords } from './search/known-words.ts';
export { Archive, type ArchiveAnswer } from './search/search-archive.ts';
export { genericMapping, type GenericMapping } from './sources/generic.ts';
export { SOURCES } from './sources/sources.ts';
export { makeStarter, type Starter } from './starter/make-starter.ts';
export { buildStarterIndex, placeFirstArchive } from './starter/first-archive.ts';
export { readStarter, STARTER_FILE, STARTER_INDEX } from './starter/starter-file.ts';
