import type { Server } from 'node:http';
import type { ConnectionDeps } from './answering.ts';
import { FastPath } from './fast-path.fast.ts';

/** Detaches a node:http server from its new connections. It receives a connection only when the fast path hands it over. */
export function openFastPath(server: Server, deps: ConnectionDeps): FastPath {
  const toHttp = server.listeners('connection');
  server.removeAllListeners('connection');
  return new FastPath(deps, (socket) => {
    for (const listener of toHttp) listener.call(server, socket);
  });
}
