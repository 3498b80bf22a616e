import type { Links } from '@bridge/contracts';
import {
  BridgeError,
  counter,
  durations,
  whenClosed,
  type AddressBound,
  type Clock,
  type Logger,
} from '@bridge/kernel';
import { sendReply } from '@bridge/web';
import { bridgeErrorOf, errorReply } from './errors.ts';
import type { Exchange, FullReply, Method, Route } from './exchange.ts';
import type { InFlight } from './in-flight.ts';
import { PREFLIGHT_HEADERS, type OriginGuard } from './origin-guard.ts';

/** What every route is run with. */
export interface RunDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly links: Links;
  readonly guard: OriginGuard;
  /** Headers of every answer of the app origin; a route's own win. Spec: safety.app-headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly inFlight: InFlight;
  /** Counts requests by their client, where they come through a proxy; null where sockets are counted. */
  readonly clients: AddressBound | null;
  /** True while the process stops: connections are not kept. */
  readonly isDraining: () => boolean;
}

const requests = counter('http_requests', 'Requests of the app origin, by route and outcome.', [
  'route',
  'code',
] as const);
const latency = durations('http_request', 'Time from the headers to the end of the answer.', [
  'route',
] as const);

/** The refusal of a client that has its most connections, or requests behind a proxy, open. */
export function tooManyOfClient(): BridgeError {
  const part = 'number of connections from this address';
  return new BridgeError('service_unavailable', { part }, { retryAfterS: 1 });
}

/** Writes a reply; see `sendReply` for when it throws. */
export function writeReply(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { status, headers, body, cookies = [] }: FullReply,
): Promise<void> {
  return sendReply(request, response, {
    status,
    headers: cookies.length === 0 ? headers : { ...headers, 'set-cookie': [...cookies] },
    body,
    isLast: headers['connection'] === 'close',
  });
}

function allowed(route: Route): string {
  // A browser's preflight is answered but not advertised: clients of the tool endpoint expect exactly POST.
  return Object.keys(route.methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ');
}

async function answer(route: Route, exchange: Exchange, deps: RunDeps): Promise<FullReply> {
  const { guard, clients } = deps;
  guard.checkHost(exchange);
  if (clients?.admit(exchange.scope, exchange.address) === false) throw tooManyOfClient();
  const { method } = exchange.request;
  if (method === 'OPTIONS' && route.isCrossOrigin === true) {
    guard.checkOrigin(exchange);
    return { status: 204, headers: PREFLIGHT_HEADERS, body: null };
  }
  const handler = route.methods[(method === 'HEAD' ? 'GET' : method) as Method] ?? route.otherwise;
  if (handler === undefined) throw new BridgeError('method_not_allowed', { allow: allowed(route) });
  return handler(exchange);
}

/** One line per request, never its payload. Spec: safety.no-secrets. */
function logged({ request, response, requestId, noted }: Exchange, ms: number): object {
  return {
    request_id: requestId,
    method: request.method,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...noted,
  };
}

/** Writes the route's reply, or the refusal of what was thrown before its first byte left. */
async function writeAnswer(route: Route, exchange: Exchange, deps: RunDeps): Promise<void> {
  const { response, requestId, noted } = exchange;
  const refuse = (error: unknown): FullReply => {
    const known = bridgeErrorOf(error, deps.log);
    noted.code = known.code;
    return route.refuse?.(known, exchange) ?? errorReply(known, requestId, deps.links);
  };
  const write = (reply: FullReply): Promise<void> => {
    const headers = {
      ...deps.headers,
      ...(route.isCrossOrigin === true ? deps.guard.corsHeaders(exchange) : {}),
      ...(deps.isDraining() ? { connection: 'close' } : {}),
      ...reply.headers,
    };
    return writeReply(exchange, { ...reply, headers });
  };
  try {
    await write(await answer(route, exchange, deps).catch(refuse));
  } catch (error) {
    // The stream behind a reply failed: before its first piece it still becomes a refusal.
    const reply = refuse(error);
    if (!response.headersSent) await write(reply).catch(() => response.destroy());
  }
}

/**
 * Answers one request: the route's reply or its refusal, with the origin's headers, one log event and its metrics. What the
 * exchange acquired is released when the work is done and the answer has left or the client is gone: neither a reset nor
 * a slow reader changes that, and a reset does not free room that the work still takes.
 */
export async function runRoute(route: Route, exchange: Exchange, deps: RunDeps): Promise<void> {
  const { response, noted, scope } = exchange;
  const from = deps.clock.monotonic();
  try {
    await deps.inFlight.during(exchange, () => writeAnswer(route, exchange, deps));
  } catch (error) {
    deps.log.error({ err: error }, 'an answer could not be written');
    response.destroy();
  } finally {
    whenClosed(response, () => scope.end());
  }
  const ms = deps.clock.monotonic() - from;
  requests.inc({ route: noted.route, code: noted.code ?? 'ok' });
  latency.observe({ route: noted.route }, ms / 1_000);
  // The door tells of those it sent away, once a second: a line each would cost those it let in.
  if (noted.isShed !== true) deps.log.info(logged(exchange, ms), 'request');
}
