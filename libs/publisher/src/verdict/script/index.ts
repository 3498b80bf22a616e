/**
 * Surveys scripts for the addresses that they load, in one pass over acorn's nodes. The addresses decide whether a page is
 * portable or online.
 * Finding none proves nothing: `proof/` decides offline readiness.
 */

export { codeLoads, cssLoads } from './evidence.ts';
export { ImportMap, UNUSED_MAPPING } from './import-map.ts';
export { finishSurvey, surveyScript, type ScriptAddressSearchDeps } from './scan.ts';
export { ScriptAddressSearchRecords } from './script-survey.ts';
export type { PageScript } from './records.ts';
