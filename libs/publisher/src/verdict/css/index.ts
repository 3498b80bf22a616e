/** Reads style sheets: names every address and every value that could become one.
 *  Works on the tokens of css-tree. */
export { cssKind } from './css-kind.ts';
export { scanCss } from './scan-css.ts';
