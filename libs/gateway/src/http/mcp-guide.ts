import { BridgeError } from '@bridge/kernel';
import { namesHtml } from '../documents/negotiate.ts';
import type { Handler } from './exchange.ts';
import type { PublicRoute } from './public-route.ts';

/**
 * Answers what is no POST at the tool endpoint: a browser gets a page that says how to connect, everything else 405, which
 * clients of the protocol read as “no stream here”.
 */
export function mcpGuide(page: PublicRoute): Handler {
  return async ({ request }) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !namesHtml(request.headers.accept))
      throw new BridgeError('method_not_allowed', { allow: 'POST' });
    return page.answer(request.headers);
  };
}
