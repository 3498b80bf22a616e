/** Decides offline readiness (ADR 020) by abstract interpretation of all scripts of a page.
 *  It returns the constructs, called doubts, for which there is no proof that they load nothing. */
export { PageFactCollector } from './page-facts.ts';
export { proveScripts, type ProgramText } from './prove.ts';
export { USER_EVENT } from './sink-table.ts';
