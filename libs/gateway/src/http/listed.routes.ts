import { BUILDER, WORLDS } from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { pageParams, worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const listedRequest = BUILDER.setListed.input.omit({ page_id: true }).strict();
const visibilityRequest = BUILDER.setVisibility.input.omit({ page_id: true }).strict();

/** Dependencies of the routes by which an owner sets visibility and listing. */
export interface ListedRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/**
 * Returns the routes by which an owner makes a published website private, unlisted or public, and excludes a website or
 * World from the public overview. Spec: publishing.owner-only, overview.left-out.
 */
export function listedRoutes(deps: ListedRouteDeps): readonly Route[] {
  const send = makeChangeSender(deps);
  const setWebsite = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, listedRequest, deps.clock);
    return send(BUILDER.setListed, exchange, owner, { ...page, ...body });
  });
  const setVisibility = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, visibilityRequest, deps.clock);
    return send(BUILDER.setVisibility, exchange, owner, { ...page, ...body });
  });
  const setWorld = asOwner(deps, async (exchange, owner) => {
    const world = checked(worldParams, exchange.params);
    const body = await readJson(exchange, listedRequest, deps.clock);
    return send(WORLDS.listedSet, exchange, owner, { ...world, ...body });
  });
  return [
    { path: '/api/console/pages/:page_id/listed', methods: { POST: setWebsite } },
    { path: '/api/console/pages/:page_id/visibility', methods: { POST: setVisibility } },
    { path: '/api/console/worlds/:word/listed', methods: { POST: setWorld } },
  ];
}
