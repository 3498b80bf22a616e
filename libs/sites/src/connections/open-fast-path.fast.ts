import type { Server } from 'node:http';
import type { ContentOriginConnectionDeps } from './answering.ts';
import { FastPathResponder } from './fast-path.fast.ts';

/**
 * Makes the fast path, which serves plain requests without node:http, for a node:http server. The fast path gets the new
 * connections and passes those with other requests on to node:http.
 */
export function openFastPath(server: Server, deps: ContentOriginConnectionDeps): FastPathResponder {
  const toHttp = server.listeners('connection');
  server.removeAllListeners('connection');
  return new FastPathResponder(deps, (socket) => {
    for (const listener of toHttp) listener.call(server, socket);
  });
}
