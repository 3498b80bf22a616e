import type { BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { makeLinks } from '@bridge/contracts';
import type { Db, Wiring } from '@bridge/db';
import { AddressBound, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { BodyBudget } from './admission/body-budget.ts';
import { openDoor } from './admission/open-door.ts';
import { readPolicy } from './admission/policy.ts';
import { RateBuckets } from './admission/rate-buckets.ts';
import { RateLimiter, ratesInWords } from './admission/rate-limiter.ts';
import { openRefusalCounts } from './admission/refusal-counts.ts';
import { shareDebits } from './admission/share-debits.ts';
import { authSecret } from './auth/auth-secret.ts';
import { openSessions } from './auth/sessions.ts';
import { makeDispatch } from './dispatch/make-dispatch.ts';
import { readable } from './documents/document.ts';
import { makeDocuments } from './documents/make-documents.ts';
import { connectMarkdown } from './documents/onboarding.ts';
import { actSurface } from './http/act.surface.ts';
import { authRoutes } from './http/auth.routes.ts';
import { callRoute, type CallDeps } from './http/call-route.ts';
import { mountConsole } from './http/console-files.ts';
import { consoleRoutes } from './http/console.routes.ts';
import { documentRoutes } from './http/document-routes.ts';
import type { Route } from './http/exchange.ts';
import { infoRoutes } from './http/info.routes.ts';
import { keysRoute } from './http/keys.route.ts';
import { mcpGuide } from './http/mcp-guide.ts';
import { errorReply } from './http/errors.ts';
import { InFlight } from './http/in-flight.ts';
import { writeReply } from './http/write-reply.ts';
import { makeOriginGuard } from './http/origin-guard.ts';
import { rawRoutes } from './http/raw.route.ts';
import { makeServer, mountRoutes } from './http/server.ts';
import { whoamiRoute } from './http/whoami.route.ts';
import { invitationRoutes } from './http/invitations.routes.ts';
import { worldsRoutes } from './http/worlds.routes.ts';
import { openKeyRights } from './keys/key-rights.ts';
import { openKeyUsage } from './keys/key-usage.ts';
import { worldsByBus } from './keys/worlds-of.ts';
import { listen } from './listen.ts';
import { makeMcpSurface } from './mcp/mcp-surface.ts';
import { openCallReader } from './read/call-reader.ts';
import { startExpiry } from './sweep-expired.ts';

/** How long a gateway that is told to end still takes new requests. Spec: operations.restart. */
const SERVE_ON_MS = 1_000;
/** What is not answered by then ends as outcome_unknown, before the process is ended for it. */
const FINISH_MS = 7_000;
/** Connections that are still open this long after the last answer are cut. */
const LINGER_MS = 1_000;

/** What a gateway needs of the process it runs in. */
export interface GatewayDeps extends Base {
  readonly db: Db;
  readonly bus: Bus;
  readonly blobs: BlobStore;
}
/** A gateway that listens. */
export interface OpenGateway {
  readonly isDraining: () => boolean;
  close(): Promise<void>;
}

/** Puts the parts of a gateway together and listens. Everything it holds ends with `close`. */
export async function openGateway(deps: GatewayDeps, wiring: Wiring): Promise<OpenGateway> {
  const { db, bus, blobs, settings, log, clock, ids } = deps;
  const policy = await readPolicy(settings);
  const secret = await authSecret(wiring, settings);
  const links = makeLinks({
    baseUrl: settings.BRIDGE_BASE_URL,
    contentUrl: settings.BRIDGE_CONTENT_URL,
  });
  const buckets = new RateBuckets(policy, clock);
  const limiter = new RateLimiter(buckets, policy);
  const guard = makeOriginGuard(settings);
  const reader = openCallReader();
  const usage = openKeyUsage(db, clock, log);
  const refusals = openRefusalCounts(db, clock, log);
  const debits = shareDebits(bus.driver, buckets, { ids, log });
  const dispatch = makeDispatch({ bus, blobs, limiter, ids, clock, log });
  const baseUrl = links.base;
  const sessions = openSessions({ db, ids, log, clock, limiter, baseUrl, secret });
  const budget = new BodyBudget(policy);
  const door = openDoor(policy, clock, log);
  let draining = false;

  const calls: CallDeps = {
    rights: openKeyRights(db),
    clock,
    log,
    links,
    guard,
    limiter,
    budget,
    door,
    reader,
    dispatch,
    usage,
    refusals,
  };
  const owners = { sessions, guard, clock };
  const limits = ratesInWords(policy);
  const keysActiveMax = policy.quotas.keys_active;
  const keys = { db, ids, worldsOf: worldsByBus(bus), limits, keysActiveMax };
  const mcp = makeMcpSurface(links);
  const guide = mcpGuide(readable(mcp.path, connectMarkdown(links), 'html'));
  const routes: readonly Route[] = [
    callRoute(actSurface, calls),
    ...[mcp.path, `${mcp.path}/`].map((path) => ({
      ...callRoute(mcp, calls),
      path,
      otherwise: guide,
    })),
    whoamiRoute({ ...calls, db, bus, limits }),
    ...rawRoutes({ ...calls, bus, blobs }),
    keysRoute(owners, keys, limiter),
    ...worldsRoutes({ ...owners, db, bus, links, limiter }),
    ...invitationRoutes({ ...owners, db, bus, limiter }),
    ...authRoutes({ ...owners, db, ids, limiter, settings }),
    ...consoleRoutes({ ...owners, bus, blobs, ids, log, dispatch, limiter }),
    ...infoRoutes(links),
    ...documentRoutes(makeDocuments(links, mcp.tools.sha256)),
  ];
  const isDraining = (): boolean => draining;
  const inFlight = new InFlight();
  const bound = new AddressBound(policy.sockets_per_address);
  const unexpose = [budget.expose(), inFlight.expose(), bound.expose('app')];
  const app = makeServer({
    settings,
    policy,
    ids,
    clock,
    log,
    links,
    guard,
    inFlight,
    bound,
    isDraining,
  });
  mountRoutes(app, routes);
  await mountConsole(app, { links, guard, log });
  const closeParts = async (): Promise<void> => {
    door.close();
    for (const end of unexpose) end();
    await Promise.all([usage.close(), refusals.close(), debits.close(), reader.close()]);
  };
  try {
    await listen(app, settings);
  } catch (error) {
    await closeParts();
    throw error;
  }
  startExpiry(db, deps);
  return {
    isDraining,
    close: async () => {
      draining = true;
      // A balancer needs a moment to see that this one is going; until then it serves on.
      if (wiring === 'service') await delay(SERVE_ON_MS);
      const closed = app.close();
      if (!(await inFlight.idle(FINISH_MS))) {
        await inFlight.endAll((exchange, error) => {
          const route = routes.find(({ path }) => path === exchange.noted.route);
          const reply =
            route?.refuse?.(error, exchange) ?? errorReply(error, exchange.requestId, links);
          return writeReply(exchange.request, exchange.response, reply);
        });
      }
      // Everything is answered; a connection whose client went away must not hold up the end.
      const late = setTimeout(() => app.server.closeAllConnections(), LINGER_MS);
      await closed;
      clearTimeout(late);
      await closeParts();
    },
  };
}
