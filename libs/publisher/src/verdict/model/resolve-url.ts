import { Buffer } from 'node:buffer';
import type { PublishedPageAddress } from './verdict.ts';

/**
 * The target of an address in a page, as a browser resolves it. `none`: no request. `data`, `script`: the address contains the
 * document or program. `missing`: a relative path; it does not exist, because a website is one file. `external`: any other
 * address. Spec: publishing.online.
 */
export type UrlResolutionResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'data'; readonly url: string }
  | { readonly kind: 'script'; readonly code: string }
  | {
      readonly kind: 'missing';
      readonly url: string;
      /** True when the address differs from the page's own address in its query only. */
      readonly samePath: boolean;
    }
  | {
      readonly kind: 'external';
      readonly url: string;
      /** The address as written in the page. */
      readonly written: string;
      /** True when the address is relative and a `<base>` with another host makes it external. */
      readonly byBase: boolean;
      readonly ownService: boolean;
      readonly mixed: boolean;
    };

/** The base URL of one document, against which its relative addresses are resolved, and the address of the page. */
export interface DocumentBaseUrl {
  readonly page: PublishedPageAddress;
  /** The page's own address, parsed in advance. */
  readonly pageUrl: URL;
  /** The base URL of the document: that of its first `<base>`, or the page's own address before one was parsed. */
  readonly url: string;
}

/** Returns the base URL of a page in which no `<base>` element was parsed yet. */
export function pageBase(page: PublishedPageAddress): DocumentBaseUrl {
  return { page, pageUrl: new URL(page.liveUrl), url: page.liveUrl };
}

const NO_TARGET: UrlResolutionResult = { kind: 'none' };
/**
 * Maximum length of an address in a warning, in characters; longer ones are cut. It fits a style sheet address with many fonts.
 */
export const URL_SHOWN_CHARS_MAX = 2_000;
/**
 * Maximum length before encoding of an address that is not printable ASCII, in characters; longer ones are cut. Encoding makes
 * each character up to 12 characters long.
 */
const URL_RAW_CHARS_MAX = 500;
/** Schemes of addresses for which a browser sends no HTTP request. */
const SELF_CONTAINED = new Set(['blob:', 'about:', 'mailto:', 'tel:', 'sms:', 'cid:']);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Maximum length of an address that is resolved, in characters; the rest is ignored. Servers refuse longer addresses. */
const URL_CHARS_MAX = 64 * 1024;

/**
 * Removes the characters that a browser ignores in an address: spaces and control characters at both ends, tabs and line
 * breaks. Source: URL standard, basic URL parser, steps 1 to 3.
 */
export function tidyUrl(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && raw.charCodeAt(end - 1) <= 0x20) end -= 1;
  return raw.slice(start, end).replace(/[\t\n\r]+/g, '');
}

/** Formats an address for display in a warning: encodes it as printable ASCII and cuts it to the maximum length. */
export function shownUrl(raw: string): string {
  const isPlain = /^[\x21-\x7e]*$/.test(raw.slice(0, URL_SHOWN_CHARS_MAX));
  const max = isPlain ? URL_SHOWN_CHARS_MAX : URL_RAW_CHARS_MAX;
  const cut = raw.length > max ? `${raw.slice(0, max)}…` : raw;
  return cut.replace(/[^\x21-\x7e…]+/g, (part) => encodeURI(part.toWellFormed()));
}

function isOwn(host: string, ownHosts: readonly string[]): boolean {
  return ownHosts.some((own) => host === own || host.endsWith(`.${own}`));
}

function sameDocument(url: URL, page: URL): boolean {
  return url.pathname === page.pathname && url.search === page.search;
}

/** Returns the percent-decoded program of a `javascript:` address. Source: HTML, "evaluate a javascript: URL". */
function programIn(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/**
 * Resolves an address against the base of its document; never throws. A bare `#name` refers to the document itself in CSS
 * and in SVG references (`ownFragments`), and elsewhere to the base URL.
 */
export function resolveUrl(
  raw: string,
  base: DocumentBaseUrl,
  ownFragments = false,
): UrlResolutionResult {
  const text = tidyUrl(raw);
  if (text === '') return NO_TARGET;
  if (text.startsWith('#') && (ownFragments || base.url === base.page.liveUrl)) return NO_TARGET;
  const scheme = SCHEME.exec(text.slice(0, 32))?.[0].toLowerCase();
  if (scheme === 'data:') return { kind: 'data', url: text };
  if (scheme === 'javascript:')
    return { kind: 'script', code: programIn(text.slice(scheme.length)) };
  if (scheme !== undefined && SELF_CONTAINED.has(scheme)) return NO_TARGET;
  // To cut a long address may make it invalid, for example inside a user name before the host. Then the whole address is
  // parsed.
  const url = URL.parse(text.slice(0, URL_CHARS_MAX), base.url) ?? URL.parse(text, base.url);
  // A browser sends no request for an invalid address.
  if (url === null) return NO_TARGET;

  // A browser never sends the fragment (`#…`) in a request.
  url.hash = '';
  const page = base.pageUrl;
  const relative = isRelative(text, scheme, base.url);
  if (relative && url.protocol === page.protocol && url.host === page.host)
    return sameDocument(url, page)
      ? NO_TARGET
      : { kind: 'missing', url: shownUrl(text), samePath: url.pathname === page.pathname };
  return {
    kind: 'external',
    url: shownUrl(url.href),
    written: shownUrl(text),
    byBase: relative,
    ownService: isOwn(url.host, base.page.ownHosts),
    mixed: url.protocol === 'http:' || url.protocol === 'ws:',
  };
}

/** True for an address without its own host. With the same scheme as the base, this includes `http:name` and `http:/name`. */
function isRelative(text: string, scheme: string | undefined, base: string): boolean {
  if (scheme === undefined) return !/^[\\/]{2}/.test(text);
  return /^(?:https?|wss?|ftp):$/.test(scheme) && base.startsWith(scheme)
    ? !/^[\\/]{2}/.test(text.slice(scheme.length))
    : false;
}

/**
 * The base URL that a `<base href>` sets, or null when browsers ignore it. Source: HTML, "set the frozen base URL". Also null
 * for a base such as `about:x`, with which every relative address is invalid: at some places (`svg`, `select`) a browser
 * ignores the element and requests them.
 */
export function baseFrom(href: string, base: DocumentBaseUrl): string | null {
  const url = URL.parse(tidyUrl(href).slice(0, URL_CHARS_MAX), base.url);
  if (url === null || url.protocol === 'data:' || url.protocol === 'javascript:') return null;
  return URL.canParse('.', url.href) ? url.href : null;
}
