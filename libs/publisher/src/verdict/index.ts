/** Judges a page by its text alone: mode, readiness, and warnings with line and column.
 *  Loads every parser; code that only handles verdicts imports `model/`. */
export { analyse } from './analyse.ts';
