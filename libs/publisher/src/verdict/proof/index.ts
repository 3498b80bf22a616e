/**
 * Decides offline readiness (ADR 020) by abstract interpretation of all scripts of a page: it computes the values that
 * expressions may have, without running them. Returns the constructs for which it is not proven that they load nothing; the
 * code calls them doubts.
 */
export { PageMarkupSummarizer } from './page-facts.ts';
export { proveScripts, type ProgramText } from './prove.ts';
export { USER_EVENT } from './sink-table.ts';
