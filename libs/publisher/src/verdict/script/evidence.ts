import { scanCss } from '../css/index.ts';
import { tidyUrl } from '../model/index.ts';

/** Addresses that load nothing from anywhere, by how they begin. */
const HARMLESS = /^(?:data:|blob:|about:|javascript:|mailto:|#)/i;
/** Attributes of any element that load; `data-src` and the like are not among them. */
const LOADING_ATTRIBUTE =
  /(?<![\w-])(?:src|srcset|imagesrcset|poster|background|xlink:href)\s*=\s*\\?(["']?)\s*([^"'\s>\\]*)/gi;
const LINKING_TAG =
  /<(?:link|image|feimage|use)\b(?:[^>]{0,400}?\bhref\s*=\s*\\?["']?([^"'\s>\\]*))?/gi;
/** CSS that stops where the address begins: the rest is put in when the script runs. */
const OPEN_END = /(?:url\(|image-set\(|@import)\s*["']?\s*$/i;
const ALWAYS = /(?:<|%3c)(?:script|base|object|embed)\b|<meta\b[^>]{0,200}refresh/i;

/** The address a string would load, as far as it stands in it; empty when it is put in later, null when none loads. */
export type Loading = string | null;

function loadingAttribute(text: string): Loading {
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
 * What a string of a script, or text a script may read, would load once it is put into the page as markup. Pieces
 * count too: `'<img src="'` is dangerous because the rest is not known.
 */
export function markupLoads(text: string): Loading {
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

/** What a string would load once it is put into the page as CSS. */
export function cssLoads(text: string): Loading {
  if (!text.includes('(') && !text.includes('@')) return null;
  if (!/url\(|src\(|image-set\(|@import|\\[0-9a-f].*\(/i.test(text)) return null;
  if (OPEN_END.test(text.slice(-32))) return '';
  let found: Loading = null;
  scanCss(text, ({ raw, computed }) => {
    if (computed === true) found ??= '';
    const url = tidyUrl(raw);
    if (url !== '' && !HARMLESS.test(url)) found ??= url;
  });
  return found;
}

/** Code that asks for something, inside a string. */
const LOADING_CODE =
  /\b(?:fetch|importScripts|import|sendBeacon)\s{0,4}\(|\b(?:XMLHttpRequest|WebSocket|EventSource|Worker)\b|\bimport\b.{0,200}\bfrom\b|\.src\s{0,4}=[^=]/;

/** True when a string could ask for something once it runs as a program: in a worker, in a script element. */
export function codeLoads(text: string): boolean {
  return text.length > 7 && LOADING_CODE.test(text);
}
