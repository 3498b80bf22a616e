/** Judges a page by its text alone: mode, readiness, and warnings with line and column.
 *  Loads every parser; `model/` is the door for code that only handles verdicts. */
export { analyse } from './analyse.ts';
