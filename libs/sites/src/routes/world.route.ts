import { entityReply, type Entity, type EntityRequest, type Reply } from '@bridge/web';
import type { Address } from '../address.ts';
import type { WorldFacts } from '../facts/public-facts.ts';
import { atomFeed, robotsText, worldSitemap } from '../feeds/feeds.ts';
import { messageReply, ownEntity, redirect } from '../http/own-replies.ts';
import { dashboardPage } from '../pages/dashboard-page.ts';
import type { RouteDeps } from './deps.ts';

type DocumentName = 'index' | 'feed' | 'sitemap';
/** Documents of a World's present facts, made once for each form. */
const documents = new WeakMap<WorldFacts, Map<string, Entity>>();

function makeDocument(
  { links }: RouteDeps,
  world: WorldFacts,
  name: DocumentName,
  form: 'host' | 'path',
): Entity {
  const headers = ['Surrogate-Key', `world-${world.word}`];
  if (form === 'path') headers.push('X-Robots-Tag', 'noindex');
  const contentType = (type: string): string => `${type}; charset=utf-8`;
  switch (name) {
    case 'index': {
      const html = dashboardPage(world, links[form], links.host.world(world.word));
      return ownEntity(html, { form, headers });
    }
    case 'feed': {
      const xml = atomFeed(world, links[form], links.host);
      return ownEntity(xml, { form, headers, contentType: contentType('application/atom+xml') });
    }
    case 'sitemap': {
      const xml = worldSitemap(world, links[form]);
      return ownEntity(xml, { form, headers, contentType: contentType('application/xml') });
    }
  }
}

function documentOf(
  deps: RouteDeps,
  world: WorldFacts,
  name: DocumentName,
  form: 'host' | 'path',
): Entity {
  const key = `${name} ${form}`;
  const made = documents.get(world) ?? new Map<string, Entity>();
  documents.set(world, made);
  const entity = made.get(key) ?? makeDocument(deps, world, name, form);
  made.set(key, entity);
  return entity;
}

/** `/<page_id>` of a World leads to a website published in it, never to one of somebody else's World. */
async function leadToWebsite(
  deps: RouteDeps,
  word: string,
  pageId: number,
  form: 'host' | 'path',
): Promise<Reply> {
  const state = await deps.facts.website(pageId);
  if (state.state === 'suspended') return messageReply(451);
  if (state.state === 'gone') return messageReply(410);
  if (state.state === 'none' || state.word !== word) return messageReply(404);
  return redirect(302, deps.links[form].website(pageId));
}

/** Answers for one World: its dashboard, its feed, what crawlers ask for, and the way to its websites. */
export async function worldReply(
  deps: RouteDeps,
  request: EntityRequest,
  { form, route }: Address,
  word: string,
): Promise<Reply> {
  if (route.name === 'website') return leadToWebsite(deps, word, route.pageId, form);
  if (route.name === 'robots') {
    const text = robotsText('world', `${deps.links.host.world(word)}sitemap.xml`);
    return entityReply(
      request,
      ownEntity(text, { form, contentType: 'text/plain; charset=utf-8' }),
    );
  }
  if (route.name !== 'index' && route.name !== 'feed' && route.name !== 'sitemap')
    return messageReply(404);
  const world = await deps.facts.world(word);
  if (world === null) return messageReply(404);
  if (world.suspended) return messageReply(451);
  return entityReply(request, documentOf(deps, world, route.name, form));
}
