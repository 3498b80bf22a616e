import type { PublicPage, PublicSnapshot } from '@bridge/contracts';
import { entityReply, type Entity, type EntityRequest, type Reply } from '@bridge/web';
import type { Address } from '../address.ts';
import { websiteSitemap, robotsText } from '../feeds/feeds.ts';
import { messageReply, ownEntity } from '../http/own-replies.ts';
import { snapshotsPage } from '../pages/snapshots-page.ts';
import type { RouteDeps } from './deps.ts';
import { archiveEntity, pageEntity } from './snapshot-entity.ts';

type Live = Extract<PublicPage, { readonly state: 'live' }>;
/** A request for something of one website. */
interface Visit {
  readonly deps: RouteDeps;
  readonly request: EntityRequest;
  readonly pageId: number;
  readonly form: 'host' | 'path';
  readonly live: Live;
}

/** Entities of live states; a state is replaced about once a second, and its entities go with it. */
const hot = new WeakMap<Live, { readonly host: Entity; readonly path: Entity }>();

function liveReply({ deps, request, pageId, form, live }: Visit): Reply {
  let entities = hot.get(live);
  if (entities === undefined) {
    const { word, visibility, snapshot } = live;
    const subject = { pageId, word, visibility, snapshot, kept: 'live' } as const;
    const of = (formOf: 'host' | 'path'): Entity => pageEntity(deps, { ...subject, form: formOf });
    entities = { host: of('host'), path: of('path') };
    hot.set(live, entities);
  }
  return entityReply(request, entities[form]);
}

/**
 * The answer for a live website whose facts are at hand, null for everything else: what most readers ask for is
 * answered at once, without a promise.
 */
export function readyReply(
  deps: RouteDeps,
  request: EntityRequest,
  address: Address,
): Reply | null {
  const { form, place, route } = address;
  if (place.of !== 'website' || route.name !== 'index') return null;
  const live = deps.facts.knownWebsite(place.pageId);
  if (live?.state !== 'live') return null;
  return liveReply({ deps, request, pageId: place.pageId, form, live });
}

async function findSnapshot(
  { deps, pageId, live }: Visit,
  snapshotId: string,
): Promise<PublicSnapshot | null> {
  if (live.snapshot.snapshot_id === snapshotId) return live.snapshot;
  return deps.facts.snapshot(pageId, snapshotId);
}

async function snapshotReply(
  visit: Visit,
  name: 'snapshot' | 'archive',
  snapshotId: string,
): Promise<Reply> {
  const { deps, request, pageId, form, live } = visit;
  const snapshot = await findSnapshot(visit, snapshotId);
  if (snapshot === null) return messageReply(404);
  const subject = {
    pageId,
    word: live.word,
    snapshot,
    visibility: live.visibility,
    form,
    kept: 'for ever',
  } as const;
  const entity = name === 'snapshot' ? pageEntity(deps, subject) : archiveEntity(deps, subject);
  return entity === null ? messageReply(404) : entityReply(request, entity);
}

async function listReply({ deps, request, pageId, form, live }: Visit): Promise<Reply> {
  const snapshots = await deps.facts.snapshots(pageId);
  const html = snapshotsPage(live, snapshots, deps.links[form].website(pageId));
  const headers = ['X-Robots-Tag', 'noindex'];
  return entityReply(request, ownEntity(html, { form, headers }));
}

function sitemapReply({ deps, request, pageId, form, live }: Visit): Reply {
  // What is unlisted is found by its address only.
  if (live.visibility !== 'public') return messageReply(404);
  const xml = websiteSitemap(pageId, live.snapshot, deps.links[form]);
  const contentType = 'application/xml; charset=utf-8';
  return entityReply(request, ownEntity(xml, { form, contentType }));
}

/** Answers for one website: its page, its snapshots, their archives, and what crawlers ask for. */
export async function websiteReply(
  deps: RouteDeps,
  request: EntityRequest,
  address: Address,
  pageId: number,
): Promise<Reply> {
  const { form, route } = address;
  if (route.name === 'robots') {
    const text = robotsText('website', `${deps.links.host.website(pageId)}sitemap.xml`);
    return entityReply(
      request,
      ownEntity(text, { form, contentType: 'text/plain; charset=utf-8' }),
    );
  }
  const state = await deps.facts.website(pageId);
  if (state.state === 'suspended') return messageReply(451);
  if (state.state === 'gone') return messageReply(410);
  if (state.state === 'none') return messageReply(404);
  const visit: Visit = { deps, request, pageId, form, live: state };
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
