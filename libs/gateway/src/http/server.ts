import {
  AddressBound,
  BridgeError,
  clientBlock,
  ResourceScope,
  type Ids,
  type Settings,
} from '@bridge/kernel';
import {
  admitSocket,
  closeServer,
  HEADER_BYTES_MAX,
  isRefused,
  makeWebServer,
  originHeaders,
  refuseFurther,
  type BrokenRequest,
  type RawReply,
} from '@bridge/web';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Policy } from '../admission/policy.ts';
import { errorReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { InFlight } from './in-flight.ts';
import { runRoute, tooManyOfClient, writeReply, type RunDeps } from './run-route.ts';
import { makeRouter, type Matched } from './router.ts';

/** Time limits of a connection. Spec: safety.slow-clients. */
const TIMES = {
  headersMs: 10_000,
  /** A body's own limit is shorter and answers better. */
  requestMs: 65_000,
  idleMs: 75_000,
  stalledMs: 120_000,
} as const;
/** What is not answered within this time of a stop ends as outcome_unknown, before the process is ended for it. */
const FINISH_MS = 7_000;
/** Connections that are still open this long after the last answer are cut. */
const LINGER_MS = 1_000;

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** What the server works with. */
export interface ServerDeps extends Omit<RunDeps, 'clients' | 'headers' | 'inFlight'> {
  readonly ids: Ids;
  readonly settings: Settings;
  readonly policy: Policy;
}

/** The server of the app origin. */
export interface AppServer {
  /** Listens where it is told to. */
  readonly server: Server;
  /** Ends: answers in flight are waited for, and in the end answered as outcome_unknown. */
  drain(): Promise<void>;
}

function problemOf(problem: BrokenRequest): BridgeError {
  if (problem === 'timeout') return new BridgeError('request_timeout', {});
  if (problem === 'headers_too_long')
    return new BridgeError('payload_too_large', { bytes_max: HEADER_BYTES_MAX });
  const message = 'the request is not well-formed HTTP';
  return new BridgeError('invalid_input', { issues: [{ path: '', rule: 'http', message }] });
}

function exchangeOf(
  { route, params, query }: Matched,
  request: IncomingMessage,
  response: ServerResponse,
  { ids, settings }: ServerDeps,
): Exchange {
  const { socket, headers } = request;
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  return {
    request,
    response,
    requestId: ids.make('req'),
    params,
    query,
    address: clientBlock(socket.remoteAddress, forwardedFor, settings.BRIDGE_PROXY_HOPS),
    noted: { route: route.path },
    scope: new ResourceScope(),
  };
}

/** Makes the server of the app origin; it does not listen yet. A request is given to its route unread (ADR 003, 031). */
export function makeAppServer(deps: ServerDeps, routes: readonly Route[]): AppServer {
  const { settings, policy, ids, links, guard } = deps;
  const isDirect = settings.BRIDGE_PROXY_HOPS === 0;
  const bound = new AddressBound(policy.sockets_per_address);
  const inFlight = new InFlight();
  const run: RunDeps = {
    ...deps,
    inFlight,
    // Behind proxies all sockets are theirs: there each request is counted by its client instead.
    clients: isDirect ? null : bound,
    headers: originHeaders(links.base, SECURITY_HEADERS),
  };
  const router = makeRouter(routes);
  const refusal = (error: BridgeError): RawReply => {
    const reply = errorReply(error, ids.make('req'), links);
    return { ...reply, headers: { 'x-content-type-options': 'nosniff', ...reply.headers } };
  };
  const server = makeWebServer({
    ...TIMES,
    connectionsMax: policy.sockets,
    refusal: (problem) => refusal(problemOf(problem)),
    onRequest: (request, response) => {
      const { socket } = request;
      if (isRefused(socket)) return;
      const matched = router(request.url ?? '/');
      const exchange = exchangeOf(matched, request, response, deps);
      if (!guard.isUnambiguous(exchange)) {
        refuseFurther(socket);
        response.shouldKeepAlive = false;
      }
      void runRoute(matched.route, exchange, run);
    },
  });
  // A client that has sent all it has to send still wants its answer; Node would end both directions with one.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (isDirect)
    server.on('connection', (socket) => {
      admitSocket(bound, socket, () => refusal(tooManyOfClient()));
    });
  const unexpose = [inFlight.expose(), bound.expose('app')];
  return {
    server,
    drain: async () => {
      const closed = closeServer(server);
      if (!(await inFlight.idle(FINISH_MS))) {
        await inFlight.endAll((exchange, error) => {
          const route = routes.find(({ path }) => path === exchange.noted.route);
          const reply =
            route?.refuse?.(error, exchange) ?? errorReply(error, exchange.requestId, links);
          return writeReply(exchange, reply);
        });
      }
      // Everything is answered; a connection whose client went away must not hold up the end.
      const late = setTimeout(() => server.closeAllConnections(), LINGER_MS);
      await closed;
      clearTimeout(late);
      for (const end of unexpose) end();
    },
  };
}
