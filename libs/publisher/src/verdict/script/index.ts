/** Surveys scripts in one pass over the nodes of acorn: what they name to load, and the mode that follows.
 *  That nothing was found proves nothing: readiness is decided by `proof/`. */

export { codeLoads, cssLoads } from './evidence.ts';
export { makeImportMap, UNUSED_MAPPING, type ImportMap } from './import-map.ts';
export { finishScripts, readSource, type ScriptDeps, type ScriptSource } from './scan.ts';
export { ScriptWorld } from './world.ts';
export type { Script } from './records.ts';
