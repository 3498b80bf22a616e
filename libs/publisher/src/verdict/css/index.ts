/** Finds every address in a style sheet, and every value from which the cascade may compute one.
 *  Reads the tokens of css-tree. */
export { cssKind } from './css-kind.ts';
export { scanCss } from './scan-css.ts';
