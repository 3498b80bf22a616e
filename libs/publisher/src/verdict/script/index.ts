/** Surveys scripts in one pass over the nodes of acorn: finds the addresses that they load, which decide the mode.
 *  A survey without findings proves nothing: `proof/` decides readiness. */

export { codeLoads, cssLoads } from './evidence.ts';
export { makeImportMap, UNUSED_MAPPING, type ImportMap } from './import-map.ts';
export { finishSurvey, surveyScript, type ScriptDeps, type ScriptSource } from './scan.ts';
export { ScriptSurvey } from './script-survey.ts';
export type { Script } from './records.ts';
