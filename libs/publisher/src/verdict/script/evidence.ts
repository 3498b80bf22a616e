import { scanCss } from '../css/index.ts';
import { tidyUrl } from '../model/index.ts';

/** Matches the beginning of addresses for which a browser sends no request. */
const HARMLESS = /^(?:data:|blob:|about:|javascript:|mailto:|#)/i;
/**
 * Matches an attribute that loads a resource on any element, with its value. Does not match longer names such as `data-src`.
 */
const LOADING_ATTRIBUTE =
  /(?<![\w-])(?:src|srcset|imagesrcset|poster|background|xlink:href)\s*=\s*\\?(["']?)\s*([^"'\s>\\]*)/gi;
const LINKING_TAG =
  /<(?:link|image|feimage|use)\b(?:[^>]{0,400}?\bhref\s*=\s*\\?["']?([^"'\s>\\]*))?/gi;
/** Matches CSS in a script that ends directly before an address, which the script adds at run time. */
const OPEN_END = /(?:url\(|image-set\(|@import)\s*["']?\s*$/i;
const ALWAYS = /(?:<|%3c)(?:script|base|object|embed)\b|<meta\b[^>]{0,200}refresh/i;

/**
 * The address that a text in a script would load if the page used it. Empty when the text would load an address that it does
 * not contain; null when it would load nothing.
 */
export type AddressLoadedByInsertedText = string | null;

function loadingAttribute(text: string): AddressLoadedByInsertedText {
  if (!text.includes('=')) return null;
  for (const match of text.matchAll(LOADING_ATTRIBUTE)) {
    const [whole, quote = '', value = ''] = match;
    const isEmpty =
      value === '' && quote !== '' && text.charAt(match.index + whole.length) === quote;
    if (!isEmpty && !HARMLESS.test(value)) return value;
  }
  return null;
}

/**
 * Finds the address that a string would load if a script inserted it into the page as markup. Incomplete markup counts: `'<img
 * src="'` may load, because the script may add the rest.
 */
export function markupLoads(text: string): AddressLoadedByInsertedText {
  const tags = text.includes('<') || text.includes('%3');
  const byAttribute = loadingAttribute(text);
  if (byAttribute !== null) return byAttribute;
  if (!tags) return null;
  for (const [whole, value] of text.matchAll(LINKING_TAG)) {
    const complete = value !== undefined || whole.includes('>');
    if (!(complete && HARMLESS.test(value ?? '#'))) return value ?? '';
  }
  return ALWAYS.test(text) ? '' : null;
}

/**
 * Matches the parts of CSS that can load something; CSS without a match loads nothing. A backslash may be an escape in the name
 * of a function or at-rule.
 */
const MAY_LOAD = /url\(|src\(|image-set\(|@import|\\/i;

/** Finds the address that a string would load if a script put it into the page as CSS. */
export function cssLoads(text: string): AddressLoadedByInsertedText {
  if (!text.includes('(') && !text.includes('@')) return null;
  if (!MAY_LOAD.test(text)) return null;
  if (OPEN_END.test(text.slice(-32))) return '';
  let found: AddressLoadedByInsertedText = null;
  scanCss(text, ({ raw, computed }) => {
    if (computed === true) found ??= '';
    const url = tidyUrl(raw);
    if (url !== '' && !HARMLESS.test(url)) found ??= url;
  });
  return found;
}

/** Matches JavaScript that sends a request. */
const LOADING_CODE =
  /\b(?:fetch|importScripts|import|sendBeacon)\s{0,4}\(|\b(?:XMLHttpRequest|WebSocket|EventSource|Worker)\b|\bimport\b.{0,200}\bfrom\b|\.src\s{0,4}=[^=]/;

/** True when a string could send a request if it ran as a program, for example in a worker or a script element. */
export function codeLoads(text: string): boolean {
  return text.length > 7 && LOADING_CODE.test(text);
}
