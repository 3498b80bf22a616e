import { BridgeError, type Ids, type Settings } from '@bridge/kernel';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Policy } from '../admission/policy.ts';
import type { Exchange, Route } from './exchange.ts';
import { errorReply } from './errors.ts';
import { writeReply } from './write-reply.ts';
import { runRoute, securityHeaders, type RunDeps } from './run-route.ts';
import {
  answerBrokenRequest,
  boundSockets,
  deferContinue,
  isRefused,
  HEADER_BYTES_MAX,
  TIMES,
} from './sockets.ts';

/** What the server works with. */
export interface ServerDeps extends RunDeps {
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

function exchangeOf(
  route: Route,
  request: FastifyRequest,
  response: Exchange['response'],
): Exchange {
  return {
    request: request.raw,
    response,
    requestId: request.id,
    params: request.params as Exchange['params'],
    query: request.query as Exchange['query'],
    address: request.ip,
    noted: { route: route.path },
  };
}

/**
 * Makes the server. The framework finds routes and holds connections; it never reads a body and, but for the console's
 * files, never writes an answer: each request leaves it at its first hook (ADR 003).
 */
export function makeServer(deps: ServerDeps): FastifyInstance {
  const { settings, policy, ids, links } = deps;
  const app = Fastify({
    logger: false,
    // The client's address by the configured count of proxies; addresses we print never come from headers.
    trustProxy: (_address, hop) => hop < settings.BRIDGE_PROXY_HOPS,
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
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      const refused = errorReply(new BridgeError('not_found', {}), request.id, links);
      const headers = { ...securityHeaders(links.base), ...refused.headers };
      void writeReply(request.raw, reply.raw, { ...refused, headers });
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.is404 ? NOWHERE : request.routeOptions.config.route;
    if (route === undefined) {
      done();
      return;
    }
    reply.hijack();
    if (isRefused(request.raw.socket)) return;
    void runRoute(route, exchangeOf(route, request, reply.raw), deps);
  });
  boundSockets(app.server, policy, deps);
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
