import type { PublicLinkBuilder } from '@bridge/contracts';
import {
  BridgeError,
  counter,
  durations,
  whenClosed,
  type ClientConnectionLimiter,
  type Clock,
  type Logger,
} from '@bridge/kernel';
import { sendReply } from '@bridge/web';
import type { HttpErrorReply } from '../dispatch.ts';
import { toBridgeError, errorReply } from './errors.ts';
import type { HttpExchange, HttpRouteReply, HttpRouteMethod, HttpRoute } from './exchange.ts';
import type { InFlightRequests } from './in-flight.ts';
import { PREFLIGHT_HEADERS, type OriginGuard } from './origin-guard.ts';

/** Dependencies of the function that runs routes. */
export interface RouteRunDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly links: PublicLinkBuilder;
  readonly guard: OriginGuard;
  /** Headers of every reply of the app origin (API, MCP and console); a route may override them. Spec: safety.app-headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly inFlight: InFlightRequests;
  /**
   * Limits concurrent requests per client behind a proxy; null without a proxy, where sockets per client are limited instead.
   */
  readonly clients: ClientConnectionLimiter | null;
  /** True while the process stops; each connection is then closed after its reply. */
  readonly isDraining: () => boolean;
}

const requests = counter('http_requests', 'Requests of the app origin, by route and outcome.', [
  'route',
  'code',
] as const);
const latency = durations('http_request', 'Time from the headers to the end of the answer.', [
  'route',
] as const);

/** Returns the error for a client over its limit of connections, or of concurrent requests behind a proxy. */
export function tooManyConnections(): BridgeError {
  const part = 'number of connections from this address';
  return new BridgeError('service_unavailable', { part }, { retryAfterS: 1 });
}

/** Writes a reply to the HTTP response. Throws when the stream of the reply’s body fails. */
export function writeReply(
  { request, response }: Pick<HttpExchange, 'request' | 'response'>,
  { status, headers, body, cookies = [] }: HttpRouteReply,
): Promise<void> {
  return sendReply(request, response, {
    status,
    headers: cookies.length === 0 ? headers : { ...headers, 'set-cookie': [...cookies] },
    body,
    isLast: headers['connection'] === 'close',
  });
}

function allowedMethods(route: HttpRoute): string {
  // OPTIONS is not listed: MCP clients expect that the header Allow of the tool endpoint is exactly `POST`.
  return Object.keys(route.methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}

async function runHandler(
  route: HttpRoute,
  exchange: HttpExchange,
  deps: RouteRunDeps,
): Promise<HttpRouteReply> {
  const { guard, clients } = deps;
  guard.checkHost(exchange);
  if (clients?.admit(exchange.scope, exchange.address) === false) throw tooManyConnections();
  const { method } = exchange.request;
  if (method === 'OPTIONS' && route.isCrossOrigin === true) {
    guard.checkOrigin(exchange);
    return { status: 204, headers: PREFLIGHT_HEADERS, body: null };
  }
  const handler =
    route.methods[(method === 'HEAD' ? 'GET' : method) as HttpRouteMethod] ?? route.otherwise;
  if (handler === undefined)
    throw new BridgeError('method_not_allowed', { allow: allowedMethods(route) });
  return handler(exchange);
}

/** Returns the fields of the request's log event, without its payload. Spec: safety.no-secrets. */
function logFields({ request, response, requestId, facts }: HttpExchange, ms: number): object {
  return {
    request_id: requestId,
    method: request.method,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...facts,
  };
}

/**
 * Adds to a reply the headers that every reply of this route has: those of the origin, CORS, and `connection: close` while
 * the process stops. Headers of the reply itself win.
 */
function withHeaders<Reply extends HttpRouteReply>(
  reply: Reply,
  route: HttpRoute,
  exchange: Pick<HttpExchange, 'request'>,
  { guard, headers, isDraining }: RouteRunDeps,
): Reply {
  const cors = route.isCrossOrigin === true ? guard.corsHeaders(exchange) : {};
  const last = isDraining() ? { connection: 'close' } : {};
  return { ...reply, headers: { ...headers, ...cors, ...last, ...reply.headers } };
}

/** Returns the error reply of a route to this request, with all its headers. */
export function refusalOf(
  route: HttpRoute,
  error: BridgeError,
  exchange: Pick<HttpExchange, 'request' | 'requestId'>,
  deps: RouteRunDeps,
): HttpErrorReply {
  const { requestId } = exchange;
  const reply = route.refuse?.(error, requestId) ?? errorReply(error, requestId, deps.links);
  return withHeaders(reply, route, exchange, deps);
}

/** Writes the reply of the route, or an error reply when an error is thrown before the first byte was sent. */
async function writeAnswer(
  route: HttpRoute,
  exchange: HttpExchange,
  deps: RouteRunDeps,
): Promise<void> {
  const { response, facts } = exchange;
  const refuse = (error: unknown): HttpRouteReply => {
    const known = toBridgeError(error, deps.log);
    facts.code = known.code;
    return refusalOf(route, known, exchange, deps);
  };
  try {
    const reply = await runHandler(route, exchange, deps).then(
      (answer) => withHeaders(answer, route, exchange, deps),
      refuse,
    );
    await writeReply(exchange, reply);
  } catch (error) {
    // Writing the reply failed, for example because its stream threw. An error reply can replace it before the headers are
    // sent.
    const reply = refuse(error);
    if (!response.headersSent) await writeReply(exchange, reply).catch(() => response.destroy());
  }
}

/**
 * Handles one request: sends the route’s reply or an error reply, writes one log event and updates the metrics. The resources
 * of the request are released when its work has ended and the reply was sent or the client has disconnected (ADR 019).
 */
export async function runRoute(
  route: HttpRoute,
  exchange: HttpExchange,
  deps: RouteRunDeps,
): Promise<void> {
  const { response, facts, scope } = exchange;
  const from = deps.clock.monotonic();
  try {
    await deps.inFlight.track(exchange, () => writeAnswer(route, exchange, deps));
  } catch (error) {
    deps.log.error({ err: error }, 'answer_not_written');
    response.destroy();
  } finally {
    whenClosed(response, () => scope.end());
  }
  const ms = deps.clock.monotonic() - from;
  requests.inc({ route: facts.route, code: facts.code ?? 'ok' });
  latency.observe({ route: facts.route }, ms / 1_000);
  // Calls refused because of overload (shed) are logged as one number per second, so that logging delays no admitted call.
  if (facts.isShed !== true) deps.log.info(logFields(exchange, ms), 'request');
}
