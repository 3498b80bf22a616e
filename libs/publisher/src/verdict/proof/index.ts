/** Decides readiness (ADR 020): evaluates all programs of a page over abstract values.
 *  Every construct without a proof that it loads nothing is a doubt. */
export { PageFactCollector } from './page-facts.ts';
export { proveScripts, type ProgramText } from './prove.ts';
export { USER_EVENT } from './sink-table.ts';
