import { entityReply, type HttpEntity, type EntityRequest, type EntityReply } from '@bridge/web';
import type { SiteAddress } from '../address.ts';
import type { PublicWorldState } from '../facts/public-facts.ts';
import { atomFeed, robotsText, worldSitemap } from '../feeds/feeds.ts';
import { messageReply, makeProductEntity, redirect, textReply } from '../http/own-replies.ts';
import { dashboardPage } from '../pages/dashboard-page.ts';
import type { SiteRouteDeps } from './deps.ts';

/** The name of a document that is generated from the public facts of a World: dashboard, feed or sitemap. */
type GeneratedWorldDocumentName = 'index' | 'feed' | 'sitemap';
/**
 * Cache of the generated documents. The first key is the cached facts of the World, with which the documents are freed; the
 * second is the name of the document with the form of the address, such as `feed host`.
 */
const documents = new WeakMap<PublicWorldState, Map<string, HttpEntity>>();

function makeDocument(
  { links }: SiteRouteDeps,
  world: PublicWorldState,
  name: GeneratedWorldDocumentName,
  form: 'host' | 'path',
): HttpEntity {
  const headers = ['Surrogate-Key', `world-${world.word}`];
  if (form === 'path') headers.push('X-Robots-Tag', 'noindex');
  switch (name) {
    case 'index': {
      const html = dashboardPage(world, links[form], links.host.world(world.word));
      // The console shows the dashboard in a frame, beside the form with which the founder edits it, so the app origin may
      // frame it.
      return makeProductEntity(html, { form, headers, framedBy: links.base });
    }
    case 'feed': {
      const contentType = 'application/atom+xml; charset=utf-8';
      const xml = atomFeed(world, links[form], links.host);
      return makeProductEntity(xml, { form, headers, contentType });
    }
    case 'sitemap': {
      const contentType = 'application/xml; charset=utf-8';
      return makeProductEntity(worldSitemap(world, links[form]), { form, headers, contentType });
    }
  }
}

function documentOf(
  deps: SiteRouteDeps,
  world: PublicWorldState,
  name: GeneratedWorldDocumentName,
  form: 'host' | 'path',
): HttpEntity {
  const key = `${name} ${form}`;
  const cached = documents.get(world) ?? new Map<string, HttpEntity>();
  documents.set(world, cached);
  const entity = cached.get(key) ?? makeDocument(deps, world, name, form);
  cached.set(key, entity);
  return entity;
}

/**
 * Redirects `/<page_id>` on the host of a World (a public identity) to that website, if the website was published in this
 * World.
 */
async function redirectToWebsite(
  deps: SiteRouteDeps,
  word: string,
  pageId: number,
  form: 'host' | 'path',
): Promise<EntityReply> {
  const state = await deps.facts.website(pageId);
  if (state.state === 'suspended') return messageReply(451);
  if (state.state === 'gone') return messageReply(410);
  if (state.state === 'none' || state.word !== word || state.off_world) return messageReply(404);
  return redirect(302, deps.links[form].website(pageId));
}

/** Answers requests to one World: dashboard, feed, robots.txt, sitemap and redirects to its websites. */
export async function worldReply(
  deps: SiteRouteDeps,
  request: EntityRequest,
  { form, route }: SiteAddress,
  word: string,
): Promise<EntityReply> {
  if (route.name === 'website') return redirectToWebsite(deps, word, route.pageId, form);
  if (route.name === 'robots') {
    const text = robotsText('world', `${deps.links.host.world(word)}sitemap.xml`);
    return textReply(request, text, form);
  }
  if (route.name !== 'index' && route.name !== 'feed' && route.name !== 'sitemap')
    return messageReply(404);
  const world = await deps.facts.world(word);
  if (world === null) return messageReply(404);
  if (world.suspended) return messageReply(451);
  return entityReply(request, documentOf(deps, world, route.name, form));
}
