import {
  ClientConnectionLimiter,
  BridgeError,
  clientBlock,
  ResourceScope,
  type RandomIdGenerator,
  type ProcessSettings,
  type RatesAndLimits,
} from '@bridge/kernel';
import {
  admitSocket,
  closeServer,
  HEADER_BYTES_MAX,
  isRefused,
  makeWebServer,
  originHeaders,
  refuseFurther,
  type InvalidRequestReason,
  type OriginServer,
  type RawSocketReply,
} from '@bridge/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorReply } from './errors.ts';
import type { HttpExchange, HttpRoute } from './exchange.ts';
import { InFlightRequests } from './in-flight.ts';
import {
  refusalOf,
  runRoute,
  tooManyConnections,
  writeReply,
  type RouteRunDeps,
} from './run-route.ts';
import { makeRouter, type HttpRouteMatch } from './router.ts';

/** Time limits of a connection in ms. Spec: safety.slow-clients. */
const TIMES = {
  headersMs: 10_000,
  /**
   * Node’s time limit for the whole request. It is longer than our limit for a body (60 s), so that a slow body exceeds ours
   * first: our error is clearer.
   */
  requestMs: 65_000,
  idleMs: 75_000,
  stalledMs: 120_000,
} as const;
/** Time in ms that a stopping server waits for unanswered requests; then it answers them with outcome_unknown. */
const FINISH_MS = 7_000;
/** Time in ms that a stopping server waits after its last reply; then it closes the connections that are still open. */
const LINGER_MS = 1_000;

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Dependencies of the HTTP server of the app origin (API, MCP and console). */
export interface AppServerDeps extends Omit<RouteRunDeps, 'clients' | 'headers' | 'inFlight'> {
  readonly ids: RandomIdGenerator;
  readonly settings: ProcessSettings;
  readonly policy: RatesAndLimits;
}

function requestError(problem: InvalidRequestReason): BridgeError {
  if (problem === 'timeout') return new BridgeError('request_timeout', {});
  if (problem === 'headers_too_long')
    return new BridgeError('payload_too_large', { bytes_max: HEADER_BYTES_MAX });
  const message = 'the request is not well-formed HTTP';
  return new BridgeError('invalid_input', { issues: [{ path: '', rule: 'http', message }] });
}

function exchangeOf(
  { route, params, query }: HttpRouteMatch,
  request: IncomingMessage,
  response: ServerResponse,
  { ids, settings }: AppServerDeps,
): HttpExchange {
  const { socket, headers } = request;
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  return {
    request,
    response,
    requestId: ids.make('req'),
    params,
    query,
    address: clientBlock(socket.remoteAddress, forwardedFor, settings.BRIDGE_PROXY_HOPS),
    facts: { route: route.path },
    scope: new ResourceScope(),
  };
}

/** Returns the error reply to a connection on which no valid head of an HTTP request was received. */
function connectionRefusal(
  error: BridgeError,
  requestId: string,
  { links, headers }: RouteRunDeps,
): RawSocketReply {
  const reply = errorReply(error, requestId, links);
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

/**
 * Returns the error reply to bytes that are not a valid HTTP request, and logs it, because `runRoute` does not handle them.
 */
function refuseInvalid(
  problem: InvalidRequestReason,
  request: IncomingMessage | undefined,
  route: HttpRoute | null,
  { ids, run }: { readonly ids: RandomIdGenerator; readonly run: RouteRunDeps },
): RawSocketReply {
  const error = requestError(problem);
  const requestId = ids.make('req');
  run.log.info({ request_id: requestId, route: route?.path, code: error.code }, 'request_refused');
  return request === undefined || route === null
    ? connectionRefusal(error, requestId, run)
    : refusalOf(route, error, { request, requestId }, run);
}

/**
 * Makes the HTTP server of the app origin (API, MCP and console). Routes receive requests whose body is not read yet (ADR
 * 003, 031). `drain` answers requests that take longer than 7 s with outcome_unknown.
 */
export function makeAppServer(deps: AppServerDeps, routes: readonly HttpRoute[]): OriginServer {
  const { settings, policy, ids, links, guard } = deps;
  const isDirect = settings.BRIDGE_PROXY_HOPS === 0;
  const bound = new ClientConnectionLimiter(policy.sockets_per_address);
  const inFlight = new InFlightRequests();
  const run: RouteRunDeps = {
    ...deps,
    inFlight,
    // Behind proxies all sockets belong to the proxy, so concurrent requests are counted per client.
    clients: isDirect ? null : bound,
    headers: originHeaders(links.base, SECURITY_HEADERS),
  };
  const router = makeRouter(routes);
  const server = makeWebServer({
    ...TIMES,
    connectionsMax: policy.sockets,
    refusal: (problem, request) => {
      const route = request === undefined ? null : router(request.url ?? '/').route;
      return refuseInvalid(problem, request, route, { ids, run });
    },
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
  // A client may close its sending direction before it reads the reply; Node would then close both directions.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (isDirect)
    server.on('connection', (socket) => {
      admitSocket(bound, socket, () =>
        connectionRefusal(tooManyConnections(), ids.make('req'), run),
      );
    });
  const unexpose = [inFlight.expose(), bound.expose('app')];
  return {
    server,
    drain: async () => {
      const closed = closeServer(server);
      if (!(await inFlight.waitUntilIdle(FINISH_MS))) {
        await inFlight.endAll((exchange, error) => {
          const { route } = router(exchange.request.url ?? '/');
          return writeReply(exchange, refusalOf(route, error, exchange, run));
        });
      }
      // All requests are answered. A client that does not read must not delay the stop.
      const late = setTimeout(() => server.closeAllConnections(), LINGER_MS);
      await closed;
      clearTimeout(late);
      for (const end of unexpose) end();
    },
  };
}
