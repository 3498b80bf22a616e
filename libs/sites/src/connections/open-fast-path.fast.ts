import type { Server } from 'node:http';
import type { ContentConnectionDeps } from './answering.ts';
import { FastPathResponder } from './fast-path.fast.ts';

/**
 * Places the fast path in front of a node:http server: it receives all new connections and hands over those that it cannot
 * serve.
 */
export function openFastPath(server: Server, deps: ContentConnectionDeps): FastPathResponder {
  const toHttp = server.listeners('connection');
  server.removeAllListeners('connection');
  return new FastPathResponder(deps, (socket) => {
    for (const listener of toHttp) listener.call(server, socket);
  });
}
