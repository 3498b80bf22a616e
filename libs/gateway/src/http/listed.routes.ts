import { BUILDER, fingerprint, WORLDS, type Callable } from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { Owner } from '../auth/owner.store.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { okReply } from './errors.ts';
import type { Exchange, FullReply, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { pageParams, worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';

const listedRequest = BUILDER.setListed.input.omit({ page_id: true }).strict();

/** Dependencies of the routes by which an owner leaves things out of the public overview. */
export interface ListedRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which an owner leaves a website or a World out of the public overview. Spec: overview.left-out. */
export function listedRoutes(deps: ListedRouteDeps): readonly Route[] {
  /** Sends a keyed change of the owner; the reply says when it is a replay. */
  const send = async <I extends z.ZodType, O extends z.ZodType<Readonly<Record<string, unknown>>>>(
    callable: Callable<I, O>,
    { requestId, facts }: Exchange,
    owner: Owner,
    input: z.input<I> & object,
  ): Promise<FullReply> => {
    const principal = ownerPrincipal(owner.account_id);
    deps.limiter.takeChange(principal);
    facts.action = callable.name;
    const ctx = contextOf(principal, 'console');
    const fp = fingerprint(callable, input);
    const { result, replayed } = await deps.bus.request(callable, { ctx, input, requestId, fp });
    const reply = okReply(requestId, result);
    return replayed
      ? { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
      : reply;
  };
  const setWebsite = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, listedRequest, deps.clock);
    return send(BUILDER.setListed, exchange, owner, { ...page, ...body });
  });
  const setWorld = asOwner(deps, async (exchange, owner) => {
    const world = checked(worldParams, exchange.params);
    const body = await readJson(exchange, listedRequest, deps.clock);
    return send(WORLDS.listedSet, exchange, owner, { ...world, ...body });
  });
  return [
    { path: '/api/console/pages/:page_id/listed', methods: { POST: setWebsite } },
    { path: '/api/console/worlds/:word/listed', methods: { POST: setWorld } },
  ];
}
