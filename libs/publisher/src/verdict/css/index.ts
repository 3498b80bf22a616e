/**
 * Finds every address in a style sheet, and every place where a browser computes an address from variables or attributes.
 * Reads the tokens of css-tree.
 */
export { cssKind } from './css-kind.ts';
export { scanCss } from './scan-css.ts';
