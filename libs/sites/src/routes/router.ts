import type { Address } from '../address.ts';
import { robotsText } from '../feeds/feeds.ts';
import { entityReply } from '../http/entity.ts';
import { messageReply, ownEntity, redirect } from '../http/own-replies.ts';
import type { Asked, Reply } from '../http/reply.ts';
import type { RouteDeps } from './deps.ts';
import { readyReply, websiteReply } from './website.route.ts';
import { worldReply } from './world.route.ts';

function withSlash({ links }: RouteDeps, { form, place, path }: Address): Reply {
  if (place.of === 'origin') return messageReply(404);
  const root =
    place.of === 'website' ? links[form].website(place.pageId) : links[form].world(place.word);
  return redirect(308, path === '' ? root : `${root}${path.slice(1)}/`);
}

function originReply(asked: Asked, { route, form }: Address): Reply {
  if (route.name === 'index') return messageReply(200);
  if (route.name !== 'robots') return messageReply(404);
  const text = robotsText('origin', '');
  return entityReply(asked, ownEntity(text, { form, contentType: 'text/plain; charset=utf-8' }));
}

/** Answers an address, at once where everything is at hand; throws what the services and the store throw. */
export function replyTo(deps: RouteDeps, asked: Asked, address: Address): Reply | Promise<Reply> {
  return readyReply(deps, asked, address) ?? replyAfterAsking(deps, asked, address);
}

async function replyAfterAsking(deps: RouteDeps, asked: Asked, address: Address): Promise<Reply> {
  const { place, route } = address;
  if (route.name === 'slash') return withSlash(deps, address);
  switch (place.of) {
    case 'website':
      return websiteReply(deps, asked, address, place.pageId);
    case 'world':
      return worldReply(deps, asked, address, place.word);
    case 'origin':
      return originReply(asked, address);
  }
}
