/** Judges a page in a thread with bounds on heap, stack and time, one page at a time.
 *  The thread is restarted when it dies; a page that kills it is online and incomplete. */
export type { Inspection } from './inspection.ts';
export {
  INSPECTION_LIMITS,
  makeInspector,
  type Inspector,
  type PageToInspect,
} from './inspector.ts';
export { rememberVerdicts } from './remember-verdicts.ts';
