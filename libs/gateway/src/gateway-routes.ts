import { openDocuments } from '@bridge/documents';
import type { PreviewTokenSigner } from '@bridge/web';
import { describeRates } from './admission/describe-rates.ts';
import type { RatesAndLimits } from '@bridge/kernel';
import type { OwnerSessionService } from './auth/sessions.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { accountRoutes } from './http/account.routes.ts';
import { activityRoutes } from './http/activity.routes.ts';
import { actSurface } from './http/act.surface.ts';
import { authRoutes } from './http/auth.routes.ts';
import { ownerLinkRoutes } from './http/owner-link.routes.ts';
import type { AgentRouteDeps } from './http/call-deps.ts';
import { callRoute } from './http/call-route.ts';
import { checkRoute } from './http/check.route.ts';
import { consoleFileRoutes } from './http/console-files.ts';
import { documentEntity, documentRoutes } from './http/document-routes.ts';
import type { HttpRoute } from './http/exchange.ts';
import { eventsRoute } from './http/events.route.ts';
import { homeRoutes } from './http/home.routes.ts';
import { infoRoutes } from './http/info.routes.ts';
import { keyRoutes } from './http/key.routes.ts';
import { keysRoutes } from './http/keys.route.ts';
import { unconfiguredActions } from './dispatch/unconfigured-actions.ts';
import { mcpGuide } from './http/mcp-guide.ts';
import { messageRoutes } from './http/messages.routes.ts';
import { ownWorldsRoutes } from './http/own-worlds.routes.ts';
import { joinByPath, OwnerRouteFactory } from './http/owner-routes.ts';
import { pageRoutes } from './http/pages.routes.ts';
import { publishRoutes } from './http/publish.routes.ts';
import { rawRoutes } from './http/raw.route.ts';
import { webhookRoutes } from './http/webhooks.routes.ts';
import { whoamiRoute } from './http/whoami.route.ts';
import { worldsRoutes } from './http/worlds.routes.ts';
import type { LiveEventStreams } from './live/live-streams.ts';
import { worldsByBus } from './keys/worlds-of.ts';
import { makeMcpSurface } from './mcp/mcp-surface.ts';

/** Objects that several groups of HTTP routes share, such as the sessions of owners and the event streams of consoles. */
interface SharedRouteDeps {
  readonly calls: AgentRouteDeps;
  readonly sessions: OwnerSessionService;
  readonly previews: PreviewTokenSigner | null;
  readonly live: LiveEventStreams;
}

/**
 * Returns all HTTP routes of the app origin (API, MCP and console): for agents with a key, for owners with a session, and
 * public documents without either.
 */
export function gatewayRoutes(
  { db, bus, blobs, ids, log, settings }: GatewayDeps,
  policy: RatesAndLimits,
  { calls, sessions, previews, live }: SharedRouteDeps,
): readonly HttpRoute[] {
  const { links, limiter, guard, clock, dispatch, budget, reader } = calls;
  const ownerDeps = {
    sessions,
    guard,
    clock,
    bus,
    blobs,
    ids,
    log,
    dispatch,
    limiter,
    budget,
    reader,
  };
  const owner = new OwnerRouteFactory(ownerDeps);
  const limits = describeRates(policy);
  const keysActiveMax = policy.quotas.keys_active;
  const keys = { db, ids, worldsOf: worldsByBus(bus), limits, keysActiveMax };
  const auth = { sessions, guard, clock, db, ids, limiter, settings };
  const mcp = makeMcpSurface(links);
  const documents = openDocuments({ base: links.base, toolListSha256: mcp.tools.sha256 });
  const guide = mcpGuide(documentEntity(documents.connectPage, { Vary: 'Accept' }));
  const tools = { ...callRoute(mcp, calls), otherwise: guide };
  return [
    callRoute(actSurface, calls),
    tools,
    { ...tools, path: `${mcp.path}/` },
    whoamiRoute({ ...calls, db, bus, limits }),
    ...rawRoutes({ ...calls, bus, blobs }),
    checkRoute({ ...calls, bus }),
    ...authRoutes(auth),
    ...ownerLinkRoutes(auth),
    ...joinByPath([
      ...keysRoutes(owner, keys, limiter),
      ...keyRoutes(owner, { clock, limiter, keys, rates: policy.rates }),
      ...worldsRoutes(owner, { db, links, limiter }),
      ...ownWorldsRoutes(owner),
      ...pageRoutes(owner, { ...ownerDeps, db }),
      ...publishRoutes(owner, { bus, clock, links, previews }),
      ...messageRoutes(owner),
      ...webhookRoutes(owner),
      eventsRoute(owner, { sessions, live }),
      ...homeRoutes(owner, { db, clock, keysActiveMax }),
      ...activityRoutes(owner, clock),
      ...accountRoutes(owner, db, sessions),
    ]),
    ...infoRoutes(links, unconfiguredActions(settings)),
    ...documentRoutes(documents.all),
    ...consoleFileRoutes(log, settings.BRIDGE_CONTENT_URL),
  ];
}
