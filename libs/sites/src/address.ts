import { PREVIEW_LABEL, WORD_PATTERN } from '@bridge/contracts';

/** Maximum number of characters of a request target. */
const TARGET_CHARS_MAX = 2_048;

/**
 * What an address belongs to: the content origin itself (the host of all published websites), a website, a preview or a World
 * (a public identity with a dashboard).
 */
export type AddressedSite =
  | { readonly of: 'origin' }
  | { readonly of: 'website'; readonly pageId: number }
  /** A preview. Its secret token is in the route and not here, because this value is logged. */
  | { readonly of: 'preview' }
  | { readonly of: 'world'; readonly word: string };

/** The resource that an address of the content origin (the host of all published websites) names. */
export type SiteRoute =
  | { readonly name: 'index' | 'robots' | 'sitemap' | 'feed' | 'snapshots' }
  | { readonly name: 'snapshot' | 'archive'; readonly snapshotId: string }
  | { readonly name: 'preview'; readonly token: string }
  /** The address `/<page_id>` on the host of a World (a public identity), which redirects to the website with this id. */
  | { readonly name: 'website'; readonly pageId: number }
  /** An address without the final slash, which relative links need. The client is redirected to the address with the slash. */
  | { readonly name: 'slash' };

/**
 * A parsed address of the content origin. `form` tells which part of the address names `owner`: the host label (`p42.host/`) or
 * the path (`host/p/42/`).
 */
export interface SiteAddress {
  readonly form: 'host' | 'path';
  readonly owner: AddressedSite;
  readonly route: SiteRoute;
  /** Decoded path after the part that names `owner`, starting with a slash. */
  readonly path: string;
}

/**
 * The HTTP status for an address that is refused: 400 when it is malformed, 403 for another host, 404 when it names nothing.
 */
export interface AddressRefusal {
  readonly refused: 400 | 403 | 404;
}

const MALFORMED: AddressRefusal = { refused: 400 };
const FOREIGN: AddressRefusal = { refused: 403 };
const NOWHERE: AddressRefusal = { refused: 404 };

/** Parses a page id. Only one spelling is valid (no leading zero), so that a website has one address. */
function readPageId(digits: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * The resource that a host label (`p42` in `p42.host`) identifies. Unlike in an AddressedSite, a preview includes its token.
 */
type SiteNamedByHostLabel =
  | Exclude<AddressedSite, { readonly of: 'preview' }>
  | { readonly of: 'preview'; readonly token: string };

function readLabel(label: string): SiteNamedByHostLabel | AddressRefusal {
  if (PREVIEW_LABEL.test(label)) return { of: 'preview', token: label.slice(1) };
  if (/^p[0-9]+$/.test(label)) {
    const pageId = readPageId(label.slice(1));
    return pageId === null ? NOWHERE : { of: 'website', pageId };
  }
  return label.length <= 41 && WORD_PATTERN.test(label) ? { of: 'world', word: label } : NOWHERE;
}

function readHost(header: string, hosts: readonly string[]): SiteNamedByHostLabel | AddressRefusal {
  const host = header.toLowerCase();
  for (const base of hosts) {
    if (host === base) return { of: 'origin' };
    if (host.endsWith(`.${base}`)) return readLabel(host.slice(0, -base.length - 1));
  }
  return FOREIGN;
}

/**
 * Decodes the path of a request target once, without its query. Returns undefined for a target that is too long or has encoded
 * slashes, encoded control characters, dot segments or malformed escapes.
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

const FILES: ReadonlyMap<string, SiteRoute> = new Map([
  ['/', { name: 'index' }],
  ['/robots.txt', { name: 'robots' }],
  ['/sitemap.xml', { name: 'sitemap' }],
]);

function websiteRoute(path: string): SiteRoute | null {
  if (path === '/~snapshots/') return { name: 'snapshots' };
  if (path === '/~snapshots') return { name: 'slash' };
  const [, snapshotId, rest] =
    /^\/~snapshots\/(sn_[a-z2-7]{26})(\/archive\.zip|\/)?$/.exec(path) ?? [];
  if (snapshotId === undefined) return null;
  if (rest === undefined) return { name: 'slash' };
  return { name: rest === '/' ? 'snapshot' : 'archive', snapshotId };
}

function worldRoute(path: string): SiteRoute | null {
  if (path === '/feed.atom') return { name: 'feed' };
  const [, digits] = /^\/([0-9]+)\/?$/.exec(path) ?? [];
  const pageId = digits === undefined ? null : readPageId(digits);
  return pageId === null ? null : { name: 'website', pageId };
}

function routeOf(owner: SiteNamedByHostLabel, path: string): SiteRoute | null {
  if (owner.of === 'preview') return path === '/' ? { name: 'preview', token: owner.token } : null;
  const file = FILES.get(path);
  if (file !== undefined) return file;
  if (owner.of === 'website') return websiteRoute(path);
  return owner.of === 'world' ? worldRoute(path) : null;
}

/** What an address in path form (`host/p/42/`) belongs to, by its first path segment: a website, a preview or a World. */
const OWNER_OF_KIND: Readonly<Record<string, SiteNamedByHostLabel['of']>> = {
  p: 'website',
  d: 'preview',
  w: 'world',
};

/** Parses the path of an address in path form: `/p/42/…`, `/d/token/` or `/w/word/…`. */
function readPathForm(
  path: string,
): { readonly owner: SiteNamedByHostLabel; readonly path: string } | AddressRefusal {
  const [, kind, name, rest] = /^\/([pwd])\/([^/]+)(\/.*)?$/s.exec(path) ?? [];
  if (kind === undefined || name === undefined) return NOWHERE;
  const owner = readLabel(kind === 'w' ? name : `${kind}${name}`);
  if ('refused' in owner) return owner;
  // The path `/p/` accepts page ids only, `/d/` preview tokens, `/w/` words (the names of Worlds in URLs).
  if (owner.of !== OWNER_OF_KIND[kind]) return NOWHERE;
  return { owner, path: rest ?? '' };
}

function withoutToken(owner: SiteNamedByHostLabel): AddressedSite {
  return owner.of === 'preview' ? { of: 'preview' } : owner;
}

/**
 * Parses Host header and request target; returns the address, or the status with which it is refused. `hosts` are the accepted
 * Host headers without a label (`localhost:4001`); a website, World or preview has a label before one of them.
 * Spec: content.labels, content.path-form.
 */
export function parseAddress(
  host: string,
  target: string,
  hosts: readonly string[],
): SiteAddress | AddressRefusal {
  const owner = readHost(host, hosts);
  if ('refused' in owner && owner.refused === 403) return owner;
  const path = readPath(target);
  if (path === undefined) return MALFORMED;
  if ('refused' in owner) return owner;
  if (owner.of !== 'origin' || FILES.has(path)) {
    const route = routeOf(owner, path);
    const form = owner.of === 'origin' ? 'path' : 'host';
    return route === null ? NOWHERE : { form, owner: withoutToken(owner), route, path };
  }
  const under = readPathForm(path);
  if ('refused' in under) return under;
  const route: SiteRoute | null =
    under.path === '' && under.owner.of !== 'preview'
      ? { name: 'slash' }
      : routeOf(under.owner, under.path);
  return route === null
    ? NOWHERE
    : { form: 'path', owner: withoutToken(under.owner), path: under.path, route };
}
