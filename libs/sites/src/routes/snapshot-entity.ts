import type { PublicSnapshot } from '@bridge/contracts';
import type { Encoding, Entity, Representation } from '@bridge/web';
import { pagePolicy } from '../http/policy.ts';
import { IMMUTABLE, REVALIDATE } from '../http/cache-control.ts';
import type { RouteDeps } from './deps.ts';

/** A snapshot as it is asked for: as the live page, or as itself. */
export interface Subject {
  readonly pageId: number;
  /** The World the website was published in last. */
  readonly word: string;
  readonly snapshot: PublicSnapshot;
  readonly visibility: 'unlisted' | 'public';
  readonly form: 'host' | 'path';
  readonly kept: 'live' | 'for ever';
}

/** Names under which a cache in front can drop what it keeps; public facts only. */
function surrogateKeys({ pageId, word, snapshot }: Subject): string {
  return `page-${pageId} ${snapshot.snapshot_id} world-${word}`;
}

function sharedHeaders(deps: RouteDeps, subject: Subject): string[] {
  const headers = ['Surrogate-Key', surrogateKeys(subject)];
  if (subject.visibility === 'unlisted' || subject.form === 'path')
    headers.push('X-Robots-Tag', 'noindex');
  if (subject.form === 'path' && subject.kept === 'live')
    headers.push('Link', `<${deps.links.host.website(subject.pageId)}>; rel="canonical"`);
  return headers;
}

/** The published bytes, exactly, with the policy that their verdict allows. */
export function pageEntity(deps: RouteDeps, subject: Subject): Entity {
  const { snapshot, form, kept } = subject;
  const headers = sharedHeaders(deps, subject);
  const { offline_ready: offlineReady, external_form: externalForm } = snapshot;
  const policy = pagePolicy({ form, offlineReady, externalForm });
  if (policy !== undefined) headers.push('Content-Security-Policy', policy);
  // Name look-ups ahead of a load are not loads, so no policy stops them.
  if (offlineReady) headers.push('X-DNS-Prefetch-Control', 'off');
  const encoded = new Map<Encoding, Representation>();
  const { br, gzip } = snapshot.variants;
  if (br !== null) encoded.set('br', deps.stored(br));
  if (gzip !== null) encoded.set('gzip', deps.stored(gzip));
  return {
    tag: snapshot.page.sha256,
    contentType: 'text/html; charset=utf-8',
    cacheControl: kept === 'live' ? REVALIDATE : IMMUTABLE,
    headers,
    identity: deps.stored(snapshot.page),
    encoded,
  };
}

/** The archive of a snapshot as a download; null when it has none. */
export function archiveEntity(deps: RouteDeps, subject: Subject): Entity | null {
  const { archive } = subject.snapshot;
  if (archive === null) return null;
  // Names are made of word, id and revision; anything else would have to be encoded.
  const filename = /^[a-z0-9][A-Za-z0-9._-]*$/.test(archive.filename)
    ? archive.filename
    : 'archive.zip';
  return {
    tag: archive.sha256,
    contentType: 'application/zip',
    cacheControl: IMMUTABLE,
    headers: [
      ...sharedHeaders(deps, subject),
      'Content-Disposition',
      `attachment; filename="${filename}"`,
      'Content-Security-Policy',
      "default-src 'none'; sandbox",
    ],
    identity: deps.stored(archive),
    encoded: new Map(),
  };
}
