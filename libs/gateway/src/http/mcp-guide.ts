import { BridgeError } from '@bridge/kernel';
import { preferredType, type HttpEntity } from '@bridge/web';
import { entityAnswer } from './entity-answer.ts';
import type { HttpRouteHandler } from './exchange.ts';

// Media types in the order of preference. A client that accepts every type receives the first one, because it is no browser.
const OFFERED_TYPES = ['application/json', 'text/event-stream', 'text/html'] as const;

function prefersPage(accept: string | undefined): boolean {
  return preferredType(accept, OFFERED_TYPES) === 'text/html';
}

/**
 * Answers methods other than POST at the MCP endpoint. A browser receives a page that explains how to connect; other clients
 * receive 405, by which MCP clients recognize a server that opens no event stream.
 */
export function mcpGuide(page: HttpEntity): HttpRouteHandler {
  return async (exchange) => {
    const { request } = exchange;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !prefersPage(request.headers.accept))
      throw new BridgeError('method_not_allowed', { allow: 'POST' });
    return entityAnswer(exchange, page);
  };
}
