export {
  compareRuns,
  type EvaluationComparison,
  parseSavedRun,
  type SavedEvaluationScores,
} from './evaluate/compare.ts';
export {
  type SearchConfigurationScores,
  type CrossValidationResult,
  crossValidate,
} from './evaluate/cross-validate.ts';
export {
  evaluate,
  evaluationOf,
  judge,
  readJudged,
  type SearchEvaluationResult,
  type JudgedQuery,
  type QueryScore,
  type RecordSearchFunction,
} from './evaluate/evaluate.ts';
export { type MeanWithConfidenceInterval } from './evaluate/sample-mean.ts';
export {
  harvest,
  type HarvestDeps,
  type HarvestOptions,
  type HarvestResult,
  noteImported,
} from './harvest/harvest.ts';
export type { HarvestEvent } from './harvest/harvest-events.ts';
export { HarvestRequestError, HarvestError } from './harvest/harvest-fault.ts';
export { type OaiHttpResponse, PAGE_BYTES_MAX, PAGE_MS_MAX } from './harvest/oai-client.ts';
export { collectionNameOf } from './formats/standard-formats.ts';
export { archiveStats, type ArchiveStats } from './import/archive-stats.ts';
export type { ImportEvent, ImportResult } from './import/events.ts';
export { dayNumber } from './import/file-day.ts';
export { importArchive } from './import/import-archive.ts';
export type { ImportOptions } from './import/import-options.ts';
export { MISSING_SHARE_MAX } from './import/remove-missing.ts';
export { rehearseRemoval, type SourceRemovalResult, removeSource } from './import/remove-source.ts';
export { indexTarget } from './import/index-target.ts';
export { LEXICON, packLexicon, unpackLexicon } from './import/lexicon-file.ts';
export { ImportRefusedError, shellWord } from './import/refusal.ts';
export type { ImportTarget } from './import/target.ts';
export type { ArchiveRecord } from './record/archive-record.ts';
export {
  LEARNED_FORMAT,
  NOTHING_LEARNED,
  type StoredWordTranslation,
  type StoredLearnedTermsAndNations,
  type StoredMakerNation,
  type StoredRelatedTerms,
} from './learn/learned.ts';
export { peopleAdjective, peopleWords } from './record/peoples.ts';
export { visible } from './record/clean.ts';
export { parseDate } from './record/dates.ts';
export { FORM_WORDS, FORMS, formOf, isForm, type WorkKindName } from './record/forms.ts';
export { orderKey, readOrderKey } from './record/order-key.ts';
export { referenceOf } from './record/reference.ts';
export { accessionWord, searchDocument } from './record/search-document.ts';
export { centuryWords, decadeWord, yearWord } from './record/time-words.ts';
export { genericMapping, type OperatorRecordMapping } from './sources/generic.ts';
export { SOURCES } from './sources/sources.ts';
export { buildStarterIndex, placeFirstArchive, STARTER_RESERVE } from './starter/first-archive.ts';
export { makeStarter } from './starter/make-starter.ts';
export { readStarter, STARTER_FILE } from './starter/starter-file.ts';
export { serveVersion } from './versions/serve-version.ts';
export { bringUpToDate, storedTarget, superseded } from './versions/stored-target.ts';
export {
  INDEX_FOLDER,
  indexKey,
  readPointer,
  STARTER,
  writePointer,
  type ArchiveVersion,
  type VersionPointer,
} from './versions/version-pointer.ts';
export { type MappingFieldName } from './map/field-names.ts';
export {
  type OperatorGivenCollectionNames,
  type MappingProposal,
  proposeMapping,
} from './map/propose-mapping.ts';
export type { ArchiveReport } from './report/archive-report.ts';
export { readReport } from './report/read-report.ts';
export { reportHtml } from './report/report-html.ts';
export type { SourceReport, ValueCount } from './report/source-report.ts';
export { type ArtTermEntry, readArtTerms } from './terms/art-terms.ts';
