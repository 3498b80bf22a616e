import fastifyStatic from '@fastify/static';
import { BridgeError, isBridgeError, type Logger } from '@bridge/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Links } from '@bridge/contracts';
import { errorReply } from './errors.ts';
import type { OriginGuard } from './origin-guard.ts';
import { securityHeaders } from './run-route.ts';

/** The console as it was built; its files have hashed names, all under `assets/`. */
const FOLDER = fileURLToPath(new URL('../../../../apps/console/dist', import.meta.url));

/** The console's own files and nothing else: no inline script or style, no other host, no frame. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What serving the console works with. */
export interface ConsoleFilesDeps {
  readonly links: Links;
  readonly guard: OriginGuard;
  readonly log: Logger;
}

/**
 * Serves the console: a hashed file by its name for a year, 404 for every other file, and its one page for every other path
 * below `/console`, because the browser finds its way inside the page by itself.
 */
export async function mountConsole(app: FastifyInstance, deps: ConsoleFilesDeps): Promise<void> {
  const { links, guard, log } = deps;
  if (!existsSync(FOLDER)) {
    log.warn({ folder: FOLDER }, 'the console is not built: /console answers 404');
    return;
  }
  await app.register(fastifyStatic, { root: FOLDER, serve: false, cacheControl: false });
  const headers = { ...securityHeaders(links.base), 'content-security-policy': CONSOLE_POLICY };
  const refuse = (
    reply: FastifyReply,
    request: FastifyRequest,
    error: BridgeError,
  ): FastifyReply => {
    const refused = errorReply(error, request.id, links);
    return reply
      .code(refused.status)
      .headers({ ...securityHeaders(links.base), ...refused.headers })
      .send(refused.body);
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      guard.checkHost({ request: request.raw });
    } catch (error) {
      if (isBridgeError(error)) return refuse(reply, request, error);
      throw error;
    }
    const path = (request.params as { readonly '*'?: string })['*'] ?? '';
    void reply.headers(headers);
    if (path.startsWith('assets/')) {
      void reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.sendFile(path);
    }
    // A place inside the console has no extension; what has one is a file, and this one is not there.
    if (/\.[A-Za-z0-9]+$/.test(path))
      return refuse(reply, request, new BridgeError('not_found', {}));
    void reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html');
  };
  const nothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    refuse(reply, request, new BridgeError('not_found', {}));
  // A file that is not there comes here from the static plugin; every other unknown path has been answered already.
  app.setNotFoundHandler(nothing);
  app.setErrorHandler((_error, request, reply) => nothing(request, reply));
  const methods = ['GET', 'HEAD'];
  for (const url of ['/console', '/console/*']) {
    app.route({ method: methods, url, handler: serve });
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url,
      config: {
        route: {
          path: url,
          methods: { GET: async () => ({ status: 204, headers: {}, body: null }) },
        },
      },
      handler: () => undefined,
    });
  }
}
