import {
  BridgeError,
  clientBlock,
  ResourceScope,
  whenClosed,
  type AddressBound,
  type Ids,
  type Settings,
} from '@bridge/kernel';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Policy } from '../admission/policy.ts';
import type { Exchange, Route } from './exchange.ts';
import { runRoute, type RunDeps } from './run-route.ts';
import {
  answerBrokenRequest,
  boundSockets,
  tooManyOfClient,
  deferContinue,
  isRefused,
  refuseFurther,
  HEADER_BYTES_MAX,
  TIMES,
} from './sockets.ts';

/** What the server works with. */
export interface ServerDeps extends Omit<RunDeps, 'clients'> {
  /** Counts what each client holds open: its sockets, or behind proxies its requests. */
  readonly bound: AddressBound;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly policy: Policy;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route that answers here, outside of the framework. */
    readonly route?: Route;
  }
}

/** Whatever has no route of its own: never HTML, because clients probe for sign-in flows that do not exist here. */
const NOWHERE: Route = {
  path: '(none)',
  methods: {},
  otherwise: async () => {
    throw new BridgeError('not_found', {});
  },
};

/** The console's files, which the framework sends; its clients are counted as all others are. */
const FILES: Route = {
  path: '/console/*',
  methods: {},
  otherwise: async () => {
    throw tooManyOfClient();
  },
};

function isFileAdmitted(
  { response, scope, address }: Exchange,
  clients: AddressBound | null,
): boolean {
  whenClosed(response, () => scope.end());
  return clients?.admit(scope, address) !== false;
}

function exchangeOf(
  route: Route,
  request: FastifyRequest,
  response: Exchange['response'],
  hops: number,
): Exchange {
  const { socket, headers } = request.raw;
  const forwardedFor = headers['x-forwarded-for'];
  return {
    request: request.raw,
    response,
    requestId: request.id,
    params: request.params as Exchange['params'],
    query: request.query as Exchange['query'],
    address: clientBlock(socket.remoteAddress, String(forwardedFor ?? ''), hops),
    noted: { route: route.path },
    scope: new ResourceScope(),
  };
}

/**
 * Makes the server. The framework finds routes and holds connections; it never reads a body and, but for the console's
 * files, never writes an answer: each request leaves it at its first hook (ADR 003).
 */
export function makeServer(deps: ServerDeps): FastifyInstance {
  const { settings, policy, ids } = deps;
  const hops = settings.BRIDGE_PROXY_HOPS;
  // Behind proxies all sockets are theirs.
  const clients = hops === 0 ? null : deps.bound;
  const run: RunDeps = { ...deps, clients };
  /** Answers outside of the framework; true when the framework is to send a file of the console. */
  const leave = (
    route: Route | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): boolean => {
    const { socket } = request.raw;
    if (isRefused(socket)) {
      reply.hijack();
      return false;
    }
    const exchange = exchangeOf(route ?? FILES, request, reply.raw, hops);
    const isForged = !deps.guard.isUnambiguous(exchange);
    if (isForged) {
      refuseFurther(socket);
      reply.raw.shouldKeepAlive = false;
    }
    if (route === undefined && !isForged && isFileAdmitted(exchange, clients)) return true;
    reply.hijack();
    void runRoute(route ?? FILES, exchange, run);
    return false;
  };
  const app = Fastify({
    logger: false,
    genReqId: () => ids.make('req'),
    requestTimeout: TIMES.requestMs,
    keepAliveTimeout: TIMES.idleMs,
    connectionTimeout: TIMES.stalledMs,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: TIMES.headersMs,
      connectionsCheckingInterval: TIMES.checkMs,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps),
    // A path that is no path at all: it has no route, so it never reaches the hook below.
    frameworkErrors: (_error, request, reply) => void leave(NOWHERE, request, reply),
  });
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.is404 ? NOWHERE : request.routeOptions.config.route;
    if (leave(route, request, reply)) done();
  });
  boundSockets(app.server, policy, hops === 0 ? deps.bound : null, deps);
  deferContinue(app.server);
  return app;
}

/** Mounts routes; each takes every method, so that a wrong one is told which work there. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: app.supportedMethods,
      url: route.path,
      config: { route },
      handler: () => undefined,
    });
  }
}
