import type { PublicWebsiteState, PublicSnapshot } from '@bridge/contracts';
import { entityReply, type HttpEntity, type EntityRequest, type EntityReply } from '@bridge/web';
import type { SiteAddress } from '../address.ts';
import { websiteSitemap, robotsText } from '../feeds/feeds.ts';
import { messageReply, makeProductEntity, takedownReply, textReply } from '../http/own-replies.ts';
import { snapshotsPage } from '../pages/snapshots-page.ts';
import type { SiteRouteDeps } from './deps.ts';
import { archiveEntity, pageEntity } from './snapshot-entity.ts';

/** The public state of a website that visitors can see. */
type LiveWebsiteState = Extract<PublicWebsiteState, { readonly state: 'live' }>;

/** A request for a resource of one website. */
interface WebsiteRequest {
  readonly deps: SiteRouteDeps;
  readonly request: EntityRequest;
  readonly pageId: number;
  readonly form: 'host' | 'path';
  readonly live: LiveWebsiteState;
}

/**
 * The HTTP entities of published pages, by the cached state of their website. An entity is freed together with this state,
 * which is replaced after about 1 s.
 */
const liveEntities = new WeakMap<
  LiveWebsiteState,
  { readonly host: HttpEntity; readonly path: HttpEntity }
>();

function liveReply({ deps, request, pageId, form, live }: WebsiteRequest): EntityReply {
  let entities = liveEntities.get(live);
  if (entities === undefined) {
    const { word, visibility, snapshot } = live;
    const subject = { pageId, word, visibility, snapshot, lifetime: 'current' } as const;
    const of = (formOf: 'host' | 'path'): HttpEntity =>
      pageEntity(deps, { ...subject, form: formOf });
    entities = { host: of('host'), path: of('path') };
    liveEntities.set(live, entities);
  }
  return entityReply(request, entities[form]);
}

/** Returns the reply for a published website whose state is in memory, else null. Most requests are answered here. */
export function cachedReply(
  deps: SiteRouteDeps,
  request: EntityRequest,
  address: SiteAddress,
): EntityReply | null {
  const { form, owner, route } = address;
  if (owner.of !== 'website' || route.name !== 'index') return null;
  const live = deps.facts.knownWebsite(owner.pageId);
  if (live?.state !== 'live') return null;
  return liveReply({ deps, request, pageId: owner.pageId, form, live });
}

async function findSnapshot(
  { deps, pageId, live }: WebsiteRequest,
  snapshotId: string,
): Promise<PublicSnapshot | null> {
  if (live.snapshot.snapshot_id === snapshotId) return live.snapshot;
  return deps.facts.snapshot(pageId, snapshotId);
}

async function snapshotReply(
  visit: WebsiteRequest,
  name: 'snapshot' | 'archive',
  snapshotId: string,
): Promise<EntityReply> {
  const { deps, request, pageId, form, live } = visit;
  const snapshot = await findSnapshot(visit, snapshotId);
  if (snapshot === null) return messageReply(404);
  const { word, visibility } = live;
  const subject = { pageId, word, visibility, snapshot, form, lifetime: 'permanent' } as const;
  const entity = name === 'snapshot' ? pageEntity(deps, subject) : archiveEntity(deps, subject);
  return entity === null ? messageReply(404) : entityReply(request, entity);
}

async function listReply({
  deps,
  request,
  pageId,
  form,
  live,
}: WebsiteRequest): Promise<EntityReply> {
  const snapshots = await deps.facts.snapshots(pageId);
  const html = snapshotsPage(live, snapshots, deps.links[form].website(pageId));
  const headers = ['X-Robots-Tag', 'noindex'];
  return entityReply(request, makeProductEntity(html, { form, headers }));
}

function sitemapReply({ deps, request, pageId, form, live }: WebsiteRequest): EntityReply {
  // An unlisted website has no sitemap, so that only its address leads to it.
  if (live.visibility !== 'public') return messageReply(404);
  const xml = websiteSitemap(pageId, live.snapshot, deps.links[form]);
  const contentType = 'application/xml; charset=utf-8';
  return entityReply(request, makeProductEntity(xml, { form, contentType }));
}

/** Answers requests to one website: page, snapshots, archives, robots.txt and sitemap. */
export async function websiteReply(
  deps: SiteRouteDeps,
  request: EntityRequest,
  address: SiteAddress,
  pageId: number,
): Promise<EntityReply> {
  const { form, route } = address;
  if (route.name === 'robots') {
    const text = robotsText('website', `${deps.links.host.website(pageId)}sitemap.xml`);
    return textReply(request, text, form);
  }
  const state = await deps.facts.website(pageId);
  if (state.state === 'suspended') return takedownReply(451, form);
  if (state.state === 'gone') return takedownReply(410, form);
  if (state.state === 'none') return messageReply(404);
  const visit: WebsiteRequest = { deps, request, pageId, form, live: state };
  switch (route.name) {
    case 'index':
      return liveReply(visit);
    case 'snapshot':
    case 'archive':
      return snapshotReply(visit, route.name, route.snapshotId);
    case 'snapshots':
      return listReply(visit);
    case 'sitemap':
      return sitemapReply(visit);
    default:
      return messageReply(404);
  }
}
