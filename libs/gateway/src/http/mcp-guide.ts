import { BridgeError } from '@bridge/kernel';
import { preferredType, type Entity } from '@bridge/web';
import { entityAnswer } from './entity-answer.ts';
import type { Handler } from './exchange.ts';

// The types of programs come first: a header that accepts everything is a program's.
const OFFERED = ['application/json', 'text/event-stream', 'text/html'] as const;

function asksForPage(accept: string | undefined): boolean {
  return preferredType(accept, OFFERED) === 'text/html';
}

/**
 * Answers what is no POST at the tool endpoint: a browser gets a page that says how to connect, everything else 405, which
 * clients of the protocol read as “no stream here”.
 */
export function mcpGuide(page: Entity): Handler {
  return async (exchange) => {
    const { request } = exchange;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !asksForPage(request.headers.accept))
      throw new BridgeError('method_not_allowed', { allow: 'POST' });
    return entityAnswer(exchange, page);
  };
}
