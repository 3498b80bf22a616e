import type { PublicSnapshot } from '@bridge/contracts';
import type { StoredContentEncoding, HttpEntity, EntityRepresentation } from '@bridge/web';
import { pagePolicy } from '../http/policy.ts';
import { IMMUTABLE, REVALIDATE } from '../http/cache-control.ts';
import type { SiteRouteDeps } from './deps.ts';

/**
 * A snapshot (a publication, kept unchanged) at one of its addresses. `lifetime` is `current` at the address of the website,
 * where another snapshot may follow, and `permanent` at the snapshot's own address.
 */
export interface SnapshotAtAddress {
  readonly pageId: number;
  /** The word (name in URLs) of the World (public identity) in which the website was last published. */
  readonly word: string;
  readonly snapshot: PublicSnapshot;
  readonly visibility: 'unlisted' | 'public';
  readonly form: 'host' | 'path';
  readonly lifetime: 'current' | 'permanent';
}

/** Returns the value of the Surrogate-Key header, by which a CDN purges replies. It contains public facts only. */
function surrogateKeys({ pageId, word, snapshot }: SnapshotAtAddress): string {
  return `page-${pageId} ${snapshot.snapshot_id} world-${word}`;
}

function sharedHeaders(deps: SiteRouteDeps, subject: SnapshotAtAddress): string[] {
  const headers = ['Surrogate-Key', surrogateKeys(subject)];
  if (subject.visibility === 'unlisted' || subject.form === 'path')
    headers.push('X-Robots-Tag', 'noindex');
  if (subject.form === 'path' && subject.lifetime === 'current')
    headers.push('Link', `<${deps.links.host.website(subject.pageId)}>; rel="canonical"`);
  return headers;
}

/** Makes the entity of a published page: its exact bytes, with the Content-Security-Policy that its publication requires. */
export function pageEntity(deps: SiteRouteDeps, subject: SnapshotAtAddress): HttpEntity {
  const { snapshot, form, lifetime } = subject;
  const headers = sharedHeaders(deps, subject);
  const { offline_ready: offlineReady, external_form: externalForm } = snapshot;
  const policy = pagePolicy({ form, offlineReady, externalForm });
  if (policy !== undefined) headers.push('Content-Security-Policy', policy);
  // A Content-Security-Policy does not block DNS prefetching, so this header does.
  if (offlineReady) headers.push('X-DNS-Prefetch-Control', 'off');
  const encoded = new Map<StoredContentEncoding, EntityRepresentation>();
  const { br, gzip } = snapshot.variants;
  if (br !== null) encoded.set('br', deps.stored(br));
  if (gzip !== null) encoded.set('gzip', deps.stored(gzip));
  return {
    tag: snapshot.page.sha256,
    contentType: 'text/html; charset=utf-8',
    cacheControl: lifetime === 'current' ? REVALIDATE : IMMUTABLE,
    headers,
    identity: deps.stored(snapshot.page),
    encoded,
  };
}

/** Makes the entity of a snapshot's zip archive, a download. Returns null when the snapshot has no archive. */
export function archiveEntity(deps: SiteRouteDeps, subject: SnapshotAtAddress): HttpEntity | null {
  const { archive } = subject.snapshot;
  if (archive === null) return null;
  // File names consist of word, page id and revision. A name with other characters would need an encoding in the header, so a
  // fixed name replaces it.
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
