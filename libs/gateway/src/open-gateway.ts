import { makeLinks } from '@bridge/contracts';
import type { ProcessKind } from '@bridge/db';
import { parseListen, type ProcessSettings, readPolicy, type RatesAndLimits } from '@bridge/kernel';
import {
  listenAt,
  openPreviewTokens,
  portOf,
  type ListenAddress,
  type PreviewTokenSigner,
} from '@bridge/web';
import { setTimeout as delay } from 'node:timers/promises';
import { BodyBudget } from './admission/body-budget.ts';
import { openAdmission } from './admission/open-admission.ts';
import { RateBuckets } from './admission/rate-buckets.ts';
import { RateLimiter } from './admission/rate-limiter.ts';
import { shareDebits } from './admission/share-debits.ts';
import { authSecret } from './auth/auth-secret.ts';
import { openSessions } from './auth/sessions.ts';
import { makeCompleteDraft } from './check/complete-draft.ts';
import { QuickPublishChecker } from './check/quick-checks.ts';
import { unconfiguredActions } from './dispatch/unconfigured-actions.ts';
import { makeDispatch } from './dispatch/make-dispatch.ts';
import { openMessageWaits } from './dispatch/message-waits.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import type { AgentRouteDeps } from './http/call-deps.ts';
import { makeOriginGuard } from './http/origin-guard.ts';
import { makeAppServer } from './http/server.ts';
import { openCallRecords } from './keys/call-records.ts';
import type { LiveEventStreams } from './live/live-streams.ts';
import { openLive } from './live/open-live.ts';
import { openKeyRights } from './keys/key-rights.ts';
import { openCallReader } from './read/call-reader.ts';
import { startExpiry } from './sweep-expired.ts';

/** Time in ms for which a stopping gateway still accepts new requests. Spec: operations.restart. */
const SERVE_ON_MS = 1_000;
/** A gateway that listens for requests; `close` stops it. */
export interface ListeningGateway {
  readonly isDraining: () => boolean;
  close(): Promise<void>;
}

/** Returns the address of BRIDGE_LISTEN; by default the loopback address with the port of BRIDGE_BASE_URL. */
function listenAddress({ BRIDGE_LISTEN, BRIDGE_BASE_URL }: ProcessSettings): ListenAddress {
  const at =
    BRIDGE_LISTEN === undefined
      ? { host: '127.0.0.1', port: portOf(new URL(BRIDGE_BASE_URL)) }
      : parseListen(BRIDGE_LISTEN);
  const urlSetting = '--port, BRIDGE_BASE_URL';
  return { ...at, name: 'The app origin', setting: 'BRIDGE_LISTEN', urlSetting };
}

/** The opened dependencies of the routes for calls with a key, and the event streams of open consoles. */
interface OpenedCallRouteDeps {
  readonly calls: AgentRouteDeps;
  readonly live: LiveEventStreams;
  /** Ends the waiting calls and the live streams, because the process stops. */
  endWaits(): void;
  close(): Promise<void>;
}

/** Opens the dependencies of the routes for calls with a key, and the event streams of consoles; `close` releases them. */
function openCalls(
  { db, bus, blobs, settings, log, clock, ids }: GatewayDeps,
  policy: RatesAndLimits,
  previews: PreviewTokenSigner | null,
): OpenedCallRouteDeps {
  const links = makeLinks({
    baseUrl: settings.BRIDGE_BASE_URL,
    contentUrl: settings.BRIDGE_CONTENT_URL,
  });
  const buckets = new RateBuckets(policy, clock);
  const limiter = new RateLimiter(buckets, policy);
  const debits = shareDebits(bus.driver, buckets, { ids, log });
  const budget = new BodyBudget(policy);
  const unexpose = budget.expose();
  const messages = openMessageWaits(bus.driver, log);
  const { waits } = messages;
  const live = openLive({ bus, clock, ids, log });
  const records = openCallRecords({ db, clock, log }, live.uses);
  const checks = new QuickPublishChecker({ bus, clock, log });
  const completeDraft = makeCompleteDraft({ checks, previews, links, clock });
  const calls = {
    rights: openKeyRights(db),
    clock,
    log,
    links,
    guard: makeOriginGuard(settings),
    limiter,
    budget,
    admission: openAdmission(policy, clock, log),
    reader: openCallReader(),
    dispatch: makeDispatch({
      bus,
      blobs,
      limiter,
      ids,
      clock,
      log,
      completeDraft,
      waits,
      unconfigured: unconfiguredActions(settings),
    }),
    ...records,
  };
  return {
    calls,
    live: live.streams,
    endWaits: () => {
      waits.close();
      live.streams.endAll();
    },
    close: async () => {
      calls.admission.close();
      unexpose();
      await Promise.all([records.close(), debits.close(), calls.reader.close()]);
      await Promise.all([messages.close(), live.close()]);
    },
  };
}

/** Opens a gateway and starts to listen. `close` answers the requests in flight and releases everything. */
export async function openGateway(
  deps: GatewayDeps,
  wiring: ProcessKind,
): Promise<ListeningGateway> {
  const { db, settings, log, clock, ids } = deps;
  const policy = await readPolicy(settings);
  const secret = await authSecret(wiring, settings);
  const previews = await openPreviewTokens(wiring, settings);
  const { calls, live, endWaits, close } = openCalls(deps, policy, previews);
  const { links, guard, limiter } = calls;
  const baseUrl = links.base;
  const sessions = openSessions({ db, ids, log, clock, limiter, baseUrl, secret });
  const routes = gatewayRoutes(deps, policy, { calls, sessions, previews, live });
  let draining = false;
  const isDraining = (): boolean => draining;
  const app = { settings, policy, ids, clock, log, links, guard, isDraining };
  const { server, drain } = makeAppServer(app, routes);
  try {
    await listenAt(server, listenAddress(settings));
  } catch (error) {
    await close();
    throw error;
  }
  startExpiry(db, deps);
  return {
    isDraining,
    close: async () => {
      draining = true;
      endWaits();
      // A load balancer needs time to notice the failing readiness check; until then the gateway still serves new requests.
      if (wiring === 'service') await delay(SERVE_ON_MS);
      await drain();
      await close();
    },
  };
}
