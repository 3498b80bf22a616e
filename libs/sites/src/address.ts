import { WORD_PATTERN } from '@bridge/contracts';
import { hostNames } from '@bridge/web';

/** Longest request target that is looked at; every real one is far shorter. */
const TARGET_CHARS_MAX = 2_048;

/** The content origin as configured: `host` with its port unless it is the protocol's own. */
export interface Origin {
  /** Accepted Host headers of the bare origin, as `localhost:4001`; a label stands before one of them. */
  readonly hosts: readonly string[];
}

/** Whose address it is. */
export type Place =
  | { readonly of: 'origin' }
  | { readonly of: 'website'; readonly pageId: number }
  | { readonly of: 'world'; readonly word: string };

/** What is asked for there. */
export type Route =
  | { readonly name: 'index' | 'robots' | 'sitemap' | 'feed' | 'snapshots' }
  | { readonly name: 'snapshot' | 'archive'; readonly snapshotId: string }
  /** `/<page_id>` of a World. */
  | { readonly name: 'website'; readonly pageId: number }
  /** The same address with the slash that relative links need. */
  | { readonly name: 'slash' };

/** An address of the content origin: by host label, or under a path for clients that cannot resolve labels. */
export interface Address {
  readonly form: 'host' | 'path';
  readonly place: Place;
  readonly route: Route;
  /** Decoded path behind the place, beginning with a slash. */
  readonly path: string;
}
/** Why an address is none: malformed (400), another host (403), or nothing can stand there (404). */
export interface Refused {
  readonly refused: 400 | 403 | 404;
}

/** Reads the configured content URL. */
export function originOf(contentUrl: string): Origin {
  return { hosts: hostNames(contentUrl) };
}

const MALFORMED: Refused = { refused: 400 };
const FOREIGN: Refused = { refused: 403 };
const NOWHERE: Refused = { refused: 404 };

/** Ids are written one way only, so that a website has one address. */
function readPageId(digits: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : null;
}

function readLabel(label: string): Place | Refused {
  if (/^p[0-9]+$/.test(label)) {
    const pageId = readPageId(label.slice(1));
    return pageId === null ? NOWHERE : { of: 'website', pageId };
  }
  return label.length <= 41 && WORD_PATTERN.test(label) ? { of: 'world', word: label } : NOWHERE;
}

function readHost(header: string, origin: Origin): Place | Refused {
  const host = header.toLowerCase();
  for (const base of origin.hosts) {
    if (host === base) return { of: 'origin' };
    if (host.endsWith(`.${base}`)) return readLabel(host.slice(0, -base.length - 1));
  }
  return FOREIGN;
}

/**
 * Decodes the path of a request target, once and strictly: undefined for what no honest client sends (encoded slashes
 * and controls, dot segments, ill-formed escapes). The query is dropped: nothing here depends on it.
 */
function readPath(target: string): string | undefined {
  if (target.length > TARGET_CHARS_MAX || !/^\/[!-~]*$/.test(target)) return undefined;
  const query = target.indexOf('?');
  const raw = query === -1 ? target : target.slice(0, query);
  if (/[\\#]|%(?![0-9A-Fa-f]{2})|%(?:[01][0-9A-Fa-f]|7[Ff]|2[Ff]|5[Cc])/.test(raw))
    return undefined;
  let path = raw;
  try {
    if (raw.includes('%')) path = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  return /\/\.{1,2}(?:\/|$)/.test(path) ? undefined : path;
}

const FILES: ReadonlyMap<string, Route> = new Map([
  ['/', { name: 'index' }],
  ['/robots.txt', { name: 'robots' }],
  ['/sitemap.xml', { name: 'sitemap' }],
]);

function websiteRoute(path: string): Route | null {
  if (path === '/~snapshots/') return { name: 'snapshots' };
  if (path === '/~snapshots') return { name: 'slash' };
  const [, snapshotId, rest] =
    /^\/~snapshots\/(sn_[a-z2-7]{26})(\/archive\.zip|\/)?$/.exec(path) ?? [];
  if (snapshotId === undefined) return null;
  if (rest === undefined) return { name: 'slash' };
  return { name: rest === '/' ? 'snapshot' : 'archive', snapshotId };
}

function worldRoute(path: string): Route | null {
  if (path === '/feed.atom') return { name: 'feed' };
  const [, digits] = /^\/([0-9]+)\/?$/.exec(path) ?? [];
  const pageId = digits === undefined ? null : readPageId(digits);
  return pageId === null ? null : { name: 'website', pageId };
}

function routeOf(place: Place, path: string): Route | null {
  const file = FILES.get(path);
  if (file !== undefined) return file;
  if (place.of === 'website') return websiteRoute(path);
  return place.of === 'world' ? worldRoute(path) : null;
}

/** `/p/42/…` and `/w/word/…` of the bare origin. */
function readPathForm(path: string): { readonly place: Place; readonly path: string } | Refused {
  const [, kind, name, rest] = /^\/([pw])\/([^/]+)(\/.*)?$/s.exec(path) ?? [];
  if (kind === undefined || name === undefined) return NOWHERE;
  const place = kind === 'p' ? readLabel(`p${name}`) : readLabel(name);
  if ('refused' in place) return place;
  // A website's label is no word, and a word's no label.
  if ((kind === 'p') !== (place.of === 'website')) return NOWHERE;
  return { place, path: rest ?? '' };
}

/** Reads Host header and request target; every string gives an address or a refusal. Spec: content.labels, content.path-form. */
export function parseAddress(host: string, target: string, origin: Origin): Address | Refused {
  const place = readHost(host, origin);
  if ('refused' in place && place.refused === 403) return place;
  const path = readPath(target);
  if (path === undefined) return MALFORMED;
  if ('refused' in place) return place;
  if (place.of !== 'origin' || FILES.has(path)) {
    const route = routeOf(place, path);
    return route === null
      ? NOWHERE
      : { form: place.of === 'origin' ? 'path' : 'host', place, route, path };
  }
  const under = readPathForm(path);
  if ('refused' in under) return under;
  const route: Route | null =
    under.path === '' ? { name: 'slash' } : routeOf(under.place, under.path);
  return route === null ? NOWHERE : { form: 'path', ...under, route };
}
