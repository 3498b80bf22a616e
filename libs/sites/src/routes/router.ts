import type { EntityReply, EntityRequest } from '@bridge/web';
import type { SiteAddress } from '../address.ts';
import { robotsText } from '../feeds/feeds.ts';
import { messageReply, redirect, textReply } from '../http/own-replies.ts';
import type { SiteRouteDeps } from './deps.ts';
import { previewReply } from './preview.route.ts';
import { cachedReply, websiteReply } from './website.route.ts';
import { worldReply } from './world.route.ts';

function redirectToSlash(
  { links }: SiteRouteDeps,
  { form, owner, path }: SiteAddress,
): EntityReply {
  if (owner.of === 'origin' || owner.of === 'preview') return messageReply(404);
  const root =
    owner.of === 'website' ? links[form].website(owner.pageId) : links[form].world(owner.word);
  return redirect(308, path === '' ? root : `${root}${path.slice(1)}/`);
}

function originReply(request: EntityRequest, { route, form }: SiteAddress): EntityReply {
  if (route.name === 'index') return messageReply(200);
  if (route.name !== 'robots') return messageReply(404);
  return textReply(request, robotsText('origin', ''), form);
}

/**
 * Returns the reply for an address of the content origin, synchronously when all needed state is in memory. Throws the errors
 * of the services and the blob store.
 */
export function replyTo(
  deps: SiteRouteDeps,
  request: EntityRequest,
  address: SiteAddress,
): EntityReply | Promise<EntityReply> {
  return cachedReply(deps, request, address) ?? replyByRequest(deps, request, address);
}

async function replyByRequest(
  deps: SiteRouteDeps,
  request: EntityRequest,
  address: SiteAddress,
): Promise<EntityReply> {
  const { owner, route } = address;
  if (route.name === 'slash') return redirectToSlash(deps, address);
  switch (owner.of) {
    case 'preview':
      return previewReply(deps, request, route);
    case 'website':
      return websiteReply(deps, request, address, owner.pageId);
    case 'world':
      return worldReply(deps, request, address, owner.word);
    case 'origin':
      return originReply(request, address);
  }
}
