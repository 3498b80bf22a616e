import {
  ClientConnectionLimiter,
  ResourceScope,
  sampledGauge,
  whenClosed,
  type RatesAndLimits,
} from '@bridge/kernel';
import {
  admitSocket,
  closeServer,
  makeWebServer,
  originHeaders,
  type InvalidRequestReason,
  type OriginServer,
  type RawSocketReply,
} from '@bridge/web';
import type { Server } from 'node:http';
import {
  KEEP_ALIVE_MS,
  SOCKET_IDLE_MS_MAX,
  type ContentOriginConnectionDeps,
} from './connections/answering.ts';
import { openFastPath } from './connections/open-fast-path.fast.ts';
import { answerByHttp } from './connections/http-path.ts';
import { SAFETY_HEADERS } from './http/policy.ts';

/** Maximum time in which a client must send its request, in ms; requests consist of headers only. */
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 10_000;
/** Time in ms after which a stopping process closes the connections that are still open. */
const DRAIN_MS_MAX = 8_000;
const openReplies = sampledGauge(
  'sites_replies_open',
  'Answers of the content origin that are being made or sent.',
  [],
);

const STATUS: Readonly<Record<InvalidRequestReason, number>> = {
  headers_too_long: 431,
  timeout: 408,
  malformed: 400,
};
const TOO_MANY_CONNECTIONS: RawSocketReply = {
  status: 503,
  headers: { 'Retry-After': '1' },
  body: '',
};

function makeHttpServer(
  deps: ContentOriginConnectionDeps,
  count: (change: 1 | -1) => void,
): Server {
  return makeWebServer({
    headersMs: REQUEST_MS_MAX,
    requestMs: REQUEST_MS_MAX,
    idleMs: KEEP_ALIVE_MS,
    stalledMs: SOCKET_IDLE_MS_MAX,
    connectionsMax: CONNECTIONS_MAX,
    // `parseAddress` checks the Host header, so node:http need not refuse a request without one.
    http: { requireHostHeader: false },
    refusal: (problem) => ({ status: STATUS[problem], headers: {}, body: '' }),
    onRequest: (message, response) => {
      const scope = new ResourceScope();
      count(1);
      scope.own(() => count(-1));
      answerByHttp(deps, scope, message, response)
        .catch((error: unknown) => {
          deps.log.error({ err: error }, 'answer_failed');
          response.destroy();
        })
        .finally(() => whenClosed(response, () => scope.end()));
    },
  });
}

/** The dependencies of the content origin's server. */
export interface SitesServerDeps extends Omit<ContentOriginConnectionDeps, 'clients'> {
  readonly policy: Pick<RatesAndLimits, 'sockets_per_address' | 'isOff'>;
  /** True when the fast path serves plain requests without node:http; false when node:http serves all requests. */
  readonly isFast: boolean;
}

/**
 * Makes the server of the content origin. `drain` waits for the answers in progress and after `DRAIN_MS_MAX` closes their
 * connections.
 */
export function makeSitesServer(given: SitesServerDeps): OriginServer {
  const { policy, hops, isFast } = given;
  const bound = new ClientConnectionLimiter(
    policy.isOff ? CONNECTIONS_MAX : policy.sockets_per_address,
  );
  // With proxies, a connection belongs to a proxy and not to a client. Therefore answers are counted by client instead of
  // connections.
  const deps: ContentOriginConnectionDeps = { ...given, clients: hops === 0 ? null : bound };
  let replies = 0;
  const server = makeHttpServer(deps, (change) => (replies += change));
  const fast = isFast ? openFastPath(server, deps) : null;
  server.on('connection', (socket) => {
    if (hops > 0 || admitSocket(bound, socket, () => TOO_MANY_CONNECTIONS)) fast?.serve(socket);
  });
  const open = (): number => replies + (fast?.openAnswers() ?? 0);
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

/** Returns the headers of every answer of the content origin: alternating names and values. */
export function commonHeaders(contentUrl: string): readonly string[] {
  return Object.entries(originHeaders(contentUrl, SAFETY_HEADERS)).flat();
}
