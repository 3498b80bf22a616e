/**
 * Inspects pages: searches them for secrets and determines their verdict. Runs in a thread with limits on heap, stack and time,
 * one page at a time. The thread is restarted when it exits. A page that makes it exit gets the mode `online` (needs other
 * hosts) and the warning `analysis_incomplete`.
 */
export type { PageInspectionPromises } from './inspection.ts';
export {
  INSPECTION_LIMITS,
  makeInspector,
  type PageInspector,
  type PageToInspect,
} from './inspector.ts';
export { rememberVerdicts } from './remember-verdicts.ts';
