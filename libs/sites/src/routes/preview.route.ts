import { entityReply, type EntityReply, type EntityRequest } from '@bridge/web';
import type { SiteRoute } from '../address.ts';
import { messageReply } from '../http/own-replies.ts';
import { previewPolicy } from '../http/policy.ts';
import { helperBytes, withSuffix } from '../preview/preview-helper.ts';
import type { RouteDeps } from './deps.ts';

/**
 * Answers for a preview. The answer is the same for a wrong, altered or expired token, for that of a revoked key and
 * for that of a missing revision. Spec: drafts.preview-token.
 */
export async function previewReply(
  deps: RouteDeps,
  request: EntityRequest,
  route: SiteRoute,
): Promise<EntityReply> {
  if (route.name !== 'preview') return messageReply(404);
  const page = await deps.previews.find(route.token);
  if (page === null) return messageReply(404);
  const { offlineReady, externalForm, hasHelper, content } = page;
  const policy = previewPolicy({ offlineReady, externalForm, app: deps.links.base });
  return entityReply(request, {
    tag: hasHelper ? `${page.sha256}-helper` : page.sha256,
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'private, no-store',
    headers: [
      'Content-Security-Policy',
      policy,
      'X-Robots-Tag',
      'noindex',
      // The host label is a secret, which the origin in a Referer header would reveal. Of two policies a browser
      // applies the last.
      'Referrer-Policy',
      'no-referrer',
      'X-DNS-Prefetch-Control',
      'off',
      // The origin of the page is opaque, so its own module scripts and fetches are cross-origin. No credentials are read here.
      'Access-Control-Allow-Origin',
      '*',
    ],
    identity: hasHelper ? withSuffix(content, helperBytes(deps.links.base)) : content,
    encoded: new Map(),
  });
}
