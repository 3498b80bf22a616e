import { AddressBound, ResourceScope, sampledGauge, whenClosed, type Policy } from '@bridge/kernel';
import {
  admitSocket,
  closeServer,
  makeWebServer,
  originHeaders,
  type BrokenRequest,
  type RawReply,
} from '@bridge/web';
import type { Server } from 'node:http';
import { KEEP_ALIVE_MS, SOCKET_IDLE_MS_MAX, type ConnectionDeps } from './connections/answering.ts';
import { FastPath } from './connections/fast-path.fast.ts';
import { answerByHttp } from './connections/http-path.ts';
import { SAFETY_HEADERS } from './http/policy.ts';

/** A request that has not arrived by then is ended: its headers are all there is to it. */
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 10_000;
/** Answers that are not sent this long after the server began to end are cut off. */
const DRAIN_MS_MAX = 8_000;
const openReplies = sampledGauge(
  'sites_replies_open',
  'Answers of the content origin that are being made or sent.',
  [],
);

const STATUS: Readonly<Record<BrokenRequest, number>> = {
  headers_too_long: 431,
  timeout: 408,
  malformed: 400,
};
const CROWDED: RawReply = { status: 503, headers: { 'Retry-After': '1' }, body: '' };

function makeHttpServer(deps: ConnectionDeps, count: (change: 1 | -1) => void): Server {
  return makeWebServer({
    headersMs: REQUEST_MS_MAX,
    requestMs: REQUEST_MS_MAX,
    idleMs: KEEP_ALIVE_MS,
    stalledMs: SOCKET_IDLE_MS_MAX,
    connectionsMax: CONNECTIONS_MAX,
    // Which Host is served is decided with the rest of the address; without one it is malformed.
    http: { requireHostHeader: false },
    refusal: (problem) => ({ status: STATUS[problem], headers: {}, body: '' }),
    onRequest: (message, response) => {
      const scope = new ResourceScope();
      count(1);
      scope.own(() => count(-1));
      answerByHttp(deps, scope, message, response)
        .catch((error: unknown) => {
          deps.log.error({ err: error }, 'an answer broke');
          response.destroy();
        })
        .finally(() => whenClosed(response, () => scope.end()));
    },
  });
}

/** The server of the content origin. */
export interface SitesServer {
  /** Listens where it is told to. */
  readonly server: Server;
  /** Ends without losing an answer: connections close as they fall idle, answers being sent are waited for. */
  drain(): Promise<void>;
}

/** What the server works with. */
export interface SitesServerDeps extends Omit<ConnectionDeps, 'clients'> {
  readonly policy: Pick<Policy, 'sockets_per_address' | 'isOff'>;
  /** Whether plain requests take the fast path. */
  readonly isFast: boolean;
}

/** Puts the fast path in front of node:http, which gets a connection where it is handed over. */
function openFastPath(server: Server, deps: ConnectionDeps): FastPath {
  const toHttp = server.listeners('connection');
  server.removeAllListeners('connection');
  return new FastPath(deps, (socket) => {
    for (const listener of toHttp) listener.call(server, socket);
  });
}

/** Makes the server of the content origin; it does not listen yet. */
export function makeSitesServer(given: SitesServerDeps): SitesServer {
  const { policy, hops, isFast } = given;
  const bound = new AddressBound(policy.isOff ? CONNECTIONS_MAX : policy.sockets_per_address);
  // Behind proxies all connections are theirs: there each answer is counted by its client.
  const deps: ConnectionDeps = { ...given, clients: hops === 0 ? null : bound };
  let replies = 0;
  const server = makeHttpServer(deps, (change) => (replies += change));
  const fast = isFast ? openFastPath(server, deps) : null;
  server.on('connection', (socket) => {
    if (hops > 0 || admitSocket(bound, socket, () => CROWDED)) fast?.take(socket);
  });
  const open = (): number => replies + (fast?.open() ?? 0);
  const unexpose = [bound.expose('content'), openReplies.add({}, open)];
  return {
    server,
    drain: async () => {
      const late = setTimeout(() => {
        server.closeAllConnections();
        fast?.closeAll();
      }, DRAIN_MS_MAX);
      await closeServer(server, () => {
        server.closeIdleConnections();
        fast?.closeIdle();
      });
      clearTimeout(late);
      for (const end of unexpose) end();
    },
  };
}

/** Headers of every answer of the content origin, names and values in turn. */
export function everyHeaders(contentUrl: string): readonly string[] {
  return Object.entries(originHeaders(contentUrl, SAFETY_HEADERS)).flat();
}
