import { BUILDER, LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { Owner } from '../auth/owner.store.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { sendWithBodies, type SendDeps } from '../dispatch/send-with-bodies.ts';
import { separateBodies } from '../read/prepare-call.ts';
import { makeActionCaller, type ActionCallerDeps } from './call-action.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route, FullReply } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { pageParams } from './params.ts';
import { checked, readJson } from './read-json.ts';

/** Maximum body of a request with layers: their JSON escapes are longer than the layers’ limit of 1 MiB. */
const LAYERS_BODY_BYTES_MAX = 2 * LIMITS.layersBytesMax;

/** Maximum body of a widget’s installation: its params, plus the other members with their JSON escapes. */
const WIDGET_BODY_BYTES_MAX = LIMITS.widgetParamsBytesMax + 4 * LIMITS.widgetAnchorCharsMax + 4_096;
const widgetRequest = BUILDER.widgetsInstallPage.input.omit({ page_id: true }).strict();
const layersRequest = BUILDER.layersPut.input.omit({ page_id: true }).strict();

/** Dependencies of the console's routes. */
export interface ConsoleDeps extends OwnerDeps, SendDeps, ActionCallerDeps {
  readonly limiter: RateLimiter;
}

/** Handles the request that replaces the layers of a draft. */
async function putLayers(
  deps: ConsoleDeps,
  exchange: Exchange,
  { account_id: accountId }: Owner,
): Promise<FullReply> {
  const { requestId, facts } = exchange;
  const page = checked(pageParams, exchange.params);
  const body = await readJson(exchange, layersRequest, deps.clock, LAYERS_BODY_BYTES_MAX);
  const input = separateBodies(BUILDER.layersPut, { ...page, ...body });
  const bytes = input.texts['layers']?.bytes.byteLength ?? 0;
  if (bytes > LIMITS.layersBytesMax) {
    const message = `must be at most ${LIMITS.layersBytesMax} bytes as JSON`;
    throw new BridgeError('invalid_input', {
      issues: [{ path: 'layers', rule: 'too_big', message }],
    });
  }
  const principal = ownerPrincipal(accountId);
  deps.limiter.takeChange(principal, bytes);
  facts.action = BUILDER.layersPut.name;
  const { result, replayed } = await sendWithBodies(deps, BUILDER.layersPut, {
    ctx: contextOf(principal, 'console'),
    requestId,
    deadline: deps.clock.now() + BUILDER.layersPut.budgetMs,
    ...input,
  });
  const reply = okReply(requestId, { website: result.website });
  return replayed
    ? { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
    : reply;
}

/** Returns the routes by which the console lists widgets, replaces layers and installs widgets. */
export function consoleRoutes(deps: ConsoleDeps): readonly Route[] {
  const call = makeActionCaller(deps);

  const installWidget = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, widgetRequest, deps.clock, WIDGET_BODY_BYTES_MAX);
    return call(exchange, owner, BUILDER.widgetsInstallPage.name, { ...page, ...body });
  });

  return [
    {
      path: '/api/console/widgets',
      methods: {
        GET: asOwner(deps, (at, owner) => call(at, owner, BUILDER.widgetsCatalog.name, {})),
      },
    },
    { path: '/api/console/pages/:page_id/widget', methods: { POST: installWidget } },
    {
      path: '/api/console/pages/:page_id/layers',
      methods: { PUT: asOwner(deps, (at, owner) => putLayers(deps, at, owner)) },
    },
  ];
}
