import { openDocuments } from '@bridge/documents';
import type { PreviewTokens } from '@bridge/web';
import { describeRates } from './admission/rate-limiter.ts';
import type { Policy } from './admission/policy.ts';
import type { Sessions } from './auth/sessions.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { accountRoutes } from './http/account.routes.ts';
import { activityRoutes } from './http/activity.routes.ts';
import { actSurface } from './http/act.surface.ts';
import { authRoutes } from './http/auth.routes.ts';
import type { CallDeps } from './http/call-deps.ts';
import { callRoute } from './http/call-route.ts';
import { checkRoute } from './http/check.route.ts';
import { consoleFileRoutes } from './http/console-files.ts';
import { consoleRoutes } from './http/console.routes.ts';
import { deletionRoutes } from './http/deletion.routes.ts';
import { listedRoutes } from './http/listed.routes.ts';
import { documentEntity, documentRoutes } from './http/document-routes.ts';
import type { Route } from './http/exchange.ts';
import { eventsRoute } from './http/events.route.ts';
import { homeRoutes } from './http/home.routes.ts';
import { infoRoutes } from './http/info.routes.ts';
import { handOverRoutes } from './http/hand-over.routes.ts';
import { invitationRoutes } from './http/invitations.routes.ts';
import { keyRoutes } from './http/key.routes.ts';
import { keysRoute } from './http/keys.route.ts';
import { unconfiguredActions } from './dispatch/unconfigured-actions.ts';
import { mcpGuide } from './http/mcp-guide.ts';
import { messageRoutes, pairingRoutes } from './http/messages.routes.ts';
import { ownWorldsRoutes } from './http/own-worlds.routes.ts';
import { pageRoutes } from './http/pages.routes.ts';
import { publishRoutes } from './http/publish.routes.ts';
import { rawRoutes } from './http/raw.route.ts';
import { webhookRoutes } from './http/webhooks.routes.ts';
import { whoamiRoute } from './http/whoami.route.ts';
import { worldsRoutes } from './http/worlds.routes.ts';
import type { LiveStreams } from './live/live-streams.ts';
import { worldsByBus } from './keys/worlds-of.ts';
import { makeMcpSurface } from './mcp/mcp-surface.ts';

/** Objects that several groups of routes use. */
interface SharedRouteObjects {
  readonly calls: CallDeps;
  readonly sessions: Sessions;
  readonly previews: PreviewTokens | null;
  readonly live: LiveStreams;
}

/**
 * Returns all routes of the app origin: for agents with a key, for owners with a session, and public documents without
 * either.
 */
export function gatewayRoutes(
  { db, bus, blobs, ids, log, settings }: GatewayDeps,
  policy: Policy,
  { calls, sessions, previews, live }: SharedRouteObjects,
): readonly Route[] {
  const { links, limiter, guard, clock, dispatch, budget, reader } = calls;
  const owners = { sessions, guard, clock };
  const limits = describeRates(policy);
  const keysActiveMax = policy.quotas.keys_active;
  const keys = { db, ids, worldsOf: worldsByBus(bus), limits, keysActiveMax };
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
    keysRoute(owners, keys, limiter),
    ...worldsRoutes({ ...owners, db, bus, links, limiter }),
    ...invitationRoutes({ ...owners, db, bus, limiter }),
    ...authRoutes({ ...owners, db, ids, limiter, settings }),
    ...consoleRoutes({ ...owners, bus, blobs, ids, log, dispatch, limiter }),
    ...pageRoutes({ ...owners, db, bus, blobs, ids, log, dispatch, limiter, budget, reader }),
    ...handOverRoutes({ ...owners, bus, limiter }),
    ...ownWorldsRoutes({ ...owners, bus, limiter, dispatch }),
    ...deletionRoutes({ ...owners, bus, limiter }),
    ...publishRoutes({ ...owners, bus, limiter, links, previews }),
    ...listedRoutes({ ...owners, bus, limiter }),
    ...messageRoutes({ ...owners, bus, limiter }),
    ...pairingRoutes({ ...owners, bus, limiter }),
    ...webhookRoutes({ ...owners, bus, limiter }),
    eventsRoute({ ...owners, live, limiter }),
    ...homeRoutes({ ...owners, db, bus, limiter, keysActiveMax }),
    ...activityRoutes({ ...owners, bus, limiter }),
    ...accountRoutes({ ...owners, db, bus, limiter }),
    ...keyRoutes({ ...owners, bus, limiter, keys, rates: policy.rates }),
    ...infoRoutes(links, unconfiguredActions(settings)),
    ...documentRoutes(documents.all),
    ...consoleFileRoutes(log, settings.BRIDGE_CONTENT_URL),
  ];
}
