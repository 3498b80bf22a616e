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
export { indexTarget, MANIFEST, type Manifest } from './import/index-target.ts';
export { ImportRefusal, type RefusalCode } from './import/refusal.ts';
export type { ImportMode, ImportRun, ImportTarget } from './import/target.ts';
export { surfModule } from './module.ts';
export type { ArchiveRecord } from './record/archive-record.ts';
export { Archive, type ArchiveAnswer } from './search/search-archive.ts';
export { genericMapping, type GenericMapping } from './sources/generic.ts';
export { SOURCES } from './sources/sources.ts';
export { makeStarter, type Starter } from './starter/make-starter.ts';
export { fillFirstArchive } from './starter/first-archive.ts';
export { readStarter, STARTER_FILE } from './starter/starter-file.ts';
