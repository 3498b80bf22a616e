import { BridgeError } from '@bridge/kernel';
import { preferredType, type HttpEntity } from '@bridge/web';
import { entityAnswer } from './entity-answer.ts';
import type { Handler } from './exchange.ts';

// A header that accepts everything selects the first type; such a client is a program.
const OFFERED_TYPES = ['application/json', 'text/event-stream', 'text/html'] as const;

function prefersPage(accept: string | undefined): boolean {
  return preferredType(accept, OFFERED_TYPES) === 'text/html';
}

/**
 * Answers other methods than POST at the tool endpoint: a browser receives a page that explains how to connect, other
 * clients 405, by which MCP clients recognise an endpoint without a stream.
 */
export function mcpGuide(page: HttpEntity): Handler {
  return async (exchange) => {
    const { request } = exchange;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !prefersPage(request.headers.accept))
      throw new BridgeError('method_not_allowed', { allow: 'POST' });
    return entityAnswer(exchange, page);
  };
}
