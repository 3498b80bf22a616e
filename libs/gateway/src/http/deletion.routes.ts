import { BUILDER } from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { integerParam, pageParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const deleteRequest = BUILDER.delete.input.omit({ page_id: true }).strict();
const deletedQuery = z.strictObject({
  limit: integerParam.optional(),
  after_id: integerParam.optional(),
});

/** Dependencies of the routes by which an owner deletes websites. */
export interface DeletionRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which an owner deletes websites and restores them. Spec: editor.delete, editor.undelete. */
export function deletionRoutes(deps: DeletionRouteDeps): readonly Route[] {
  const ask = makeServiceCaller(deps.bus);
  const send = makeChangeSender(deps);
  const inputOf = async (exchange: Exchange) => ({
    ...checked(pageParams, exchange.params),
    ...(await readJson(exchange, deleteRequest, deps.clock)),
  });

  const remove = asOwner(deps, async (exchange, owner) =>
    send(BUILDER.delete, exchange, owner, await inputOf(exchange)),
  );
  const undo = asOwner(deps, async (exchange, owner) =>
    send(BUILDER.undelete, exchange, owner, await inputOf(exchange)),
  );
  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    const input = checked(BUILDER.deleted.input, checked(deletedQuery, exchange.query));
    deps.limiter.takeRead(ownerPrincipal(own));
    return okReply(exchange.requestId, await ask(BUILDER.deleted, exchange, own, input));
  });

  return [
    { path: '/api/console/pages/:page_id/delete', methods: { POST: remove } },
    { path: '/api/console/pages/:page_id/undelete', methods: { POST: undo } },
    { path: '/api/console/deleted', methods: { GET: list } },
  ];
}
