import { entityReply, type EntityReply, type EntityRequest } from '@bridge/web';
import type { SiteRoute } from '../address.ts';
import { messageReply } from '../http/own-replies.ts';
import { previewPolicy } from '../http/policy.ts';
import { helperBytes, withSuffix } from '../preview/preview-helper.ts';
import type { SiteRouteDeps } from './deps.ts';

/**
 * Answers a request for the preview of a draft. The answer is the same for a wrong, altered or expired token, a revoked key and
 * a missing revision. Spec: drafts.preview-token.
 */
export async function previewReply(
  deps: SiteRouteDeps,
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
      // The host label of a preview is a secret, which a Referer header would reveal. This Referrer-Policy follows the one that
      // every answer has; a browser applies the last one.
      'Referrer-Policy',
      'no-referrer',
      'X-DNS-Prefetch-Control',
      'off',
      // The page's origin is opaque, so even its requests to its own host are cross-origin. Requests here carry no credentials.
      'Access-Control-Allow-Origin',
      '*',
    ],
    identity: hasHelper ? withSuffix(content, helperBytes(deps.links.base)) : content,
    encoded: new Map(),
  });
}
