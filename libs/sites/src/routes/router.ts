import { entityReply, type EntityRequest, type Reply } from '@bridge/web';
import type { Address } from '../address.ts';
import { robotsText } from '../feeds/feeds.ts';
import { messageReply, ownEntity, redirect } from '../http/own-replies.ts';
import type { RouteDeps } from './deps.ts';
import { readyReply, websiteReply } from './website.route.ts';
import { worldReply } from './world.route.ts';

function withSlash({ links }: RouteDeps, { form, place, path }: Address): Reply {
  if (place.of === 'origin') return messageReply(404);
  const root =
    place.of === 'website' ? links[form].website(place.pageId) : links[form].world(place.word);
  return redirect(308, path === '' ? root : `${root}${path.slice(1)}/`);
}

function originReply(request: EntityRequest, { route, form }: Address): Reply {
  if (route.name === 'index') return messageReply(200);
  if (route.name !== 'robots') return messageReply(404);
  const text = robotsText('origin', '');
  return entityReply(request, ownEntity(text, { form, contentType: 'text/plain; charset=utf-8' }));
}

/** Answers an address, at once where everything is at hand; throws what the services and the store throw. */
export function replyTo(
  deps: RouteDeps,
  request: EntityRequest,
  address: Address,
): Reply | Promise<Reply> {
  return readyReply(deps, request, address) ?? replyAfterAsking(deps, request, address);
}

async function replyAfterAsking(
  deps: RouteDeps,
  request: EntityRequest,
  address: Address,
): Promise<Reply> {
  const { place, route } = address;
  if (route.name === 'slash') return withSlash(deps, address);
  switch (place.of) {
    case 'website':
      return websiteReply(deps, request, address, place.pageId);
    case 'world':
      return worldReply(deps, request, address, place.word);
    case 'origin':
      return originReply(request, address);
  }
}
