/** The parts of a verdict: findings, budget, addresses, and the tables of all constructs that load a resource.
 *  Imports no parser, so that the main thread and the generated reference can use these parts. */
export {
  ATTRIBUTE_REFERENCES,
  type ElementMatchCondition,
  type ReferencingAttributeDefinition,
} from './attribute-references.ts';
export {
  BudgetExceededError,
  DEPTH_MAX,
  NESTING_MAX,
  STEPS_MAX,
  makeBudget,
  type AnalysisBudget,
} from './budget.ts';
export { CSS_REFERENCES, type ReferencingCssConstructName } from './css-references.ts';
export { dataUrlType, readDataUrl } from './data-url.ts';
export { incompleteVerdict } from './incomplete.ts';
export { WARNING_TEXTS, type WarningText } from './messages.ts';
export { nameEntries, nameSet } from './name-lists.ts';
export { REFERENCES, TEXT_REFERENCES, type ResourceLoadingConstruct } from './references.ts';
export { ReferenceReporter, type ReferenceKind } from './reporter.ts';
export {
  baseFrom,
  pageBase,
  resolveUrl,
  shownUrl,
  tidyUrl,
  type DocumentBaseUrl,
  type UrlResolutionResult,
} from './resolve-url.ts';
export {
  FETCH_ROW,
  IMPORT_ROW,
  LOCATION_ROW,
  OPEN_ROW,
  SCRIPT_REFERENCES,
  type ReferencingScriptConstruct,
} from './script-references.ts';
export { srcsetUrls } from './srcset.ts';
export type {
  PublishedPageAddress,
  SourcePosition,
  ReferenceEffectOnVerdict,
  PageVerdict,
  WarningCode,
} from './verdict.ts';
