import type { Bus } from '@bridge/bus';
import { ACCOUNT, LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { emptyBody, positiveParam } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const { shape } = ACCOUNT.conversation.input;
const listQuery = z.strictObject({
  with: shape.with.unwrap().optional(),
  before: positiveParam.optional(),
  limit: positiveParam.pipe(shape.limit).optional(),
});
const doneRequest = z.strictObject({
  ids: ACCOUNT.relayInbox.input.shape.ack_ids.unwrap().min(1),
});
const sendRequest = ACCOUNT.ownerMessage.input.strict();
const sessionParams = ACCOUNT.pairingEnd.input;

/** Dependencies of the routes of messages and paired sessions. */
export interface MessageRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which an owner reads, writes and acknowledges messages. Spec: relay.owner. */
export function messageRoutes(deps: MessageRouteDeps): readonly Route[] {
  const { clock, limiter } = deps;
  const call = makeServiceCaller(deps.bus);
  const send = makeChangeSender(deps);

  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    const { with: party, before, limit } = checked(listQuery, exchange.query);
    limiter.takeRead(ownerPrincipal(own));
    const page = await call(ACCOUNT.conversation, exchange, own, {
      with: party ?? null,
      before: before ?? null,
      limit: limit ?? LIMITS.listLimitDefault,
    });
    return okReply(exchange.requestId, page);
  });

  const write = asOwner(deps, async (exchange, owner) =>
    send(ACCOUNT.ownerMessage, exchange, owner, await readJson(exchange, sendRequest, clock)),
  );

  const acknowledge = asOwner(deps, async (exchange, { account_id: own }) => {
    const { ids } = await readJson(exchange, doneRequest, clock);
    limiter.takeChange(ownerPrincipal(own));
    const { waiting } = await call(ACCOUNT.relayInbox, exchange, own, { ack_ids: ids, limit: 1 });
    return okReply(exchange.requestId, { waiting });
  });

  return [
    { path: '/api/console/messages', methods: { GET: list, POST: write } },
    { path: '/api/console/messages/done', methods: { POST: acknowledge } },
  ];
}

/** Returns the routes by which an owner opens, lists and ends paired sessions. Spec: pairing.owner. */
export function pairingRoutes(deps: MessageRouteDeps): readonly Route[] {
  const { clock, limiter } = deps;
  const call = makeServiceCaller(deps.bus);

  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    limiter.takeRead(ownerPrincipal(own));
    return okReply(exchange.requestId, await call(ACCOUNT.pairings, exchange, own, {}));
  });

  const open = asOwner(deps, async (exchange, { account_id: own }) => {
    await readJson(exchange, emptyBody, clock);
    limiter.takeChange(ownerPrincipal(own));
    return okReply(exchange.requestId, await call(ACCOUNT.pairingOpen, exchange, own, {}));
  });

  const end = asOwner(deps, async (exchange, { account_id: own }) => {
    const session = checked(sessionParams, exchange.params);
    await readJson(exchange, emptyBody, clock);
    limiter.takeChange(ownerPrincipal(own));
    const { changed } = await call(ACCOUNT.pairingEnd, exchange, own, session);
    if (!changed) throw new BridgeError('no_paired_session', {});
    return okReply(exchange.requestId, session);
  });

  return [
    { path: '/api/console/pairing', methods: { GET: list, POST: open } },
    { path: '/api/console/pairing/:session_id/end', methods: { POST: end } },
  ];
}
