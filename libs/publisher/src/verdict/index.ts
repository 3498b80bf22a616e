/**
 * Determines the verdict on a page from its text alone: mode (portable or online), offline readiness, and warnings with line
 * and column. Imports every parser. Code that only handles verdicts imports `model/` instead.
 */
export { analyse } from './analyse.ts';
