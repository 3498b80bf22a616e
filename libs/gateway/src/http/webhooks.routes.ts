import type { Bus } from '@bridge/bus';
import { ACCOUNT, LIMITS } from '@bridge/contracts';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, FullReply, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { positiveParam } from './params.ts';
import { checked, readJson } from './read-json.ts';

const BASE = '/api/console/webhooks';

const params = ACCOUNT.webhookDelete.input;
const creation = ACCOUNT.webhookCreate.input.strict();
const change = ACCOUNT.webhookChange.input.omit({ webhook_id: true });
/** Schema of a change of webhooks; `action` says which one. */
const changeRequest = z.discriminatedUnion('action', [
  change.extend({ action: z.literal('change') }).strict(),
  z.strictObject({ action: z.literal('test') }),
  z.strictObject({ action: z.literal('rotate') }),
  z.strictObject({ action: z.literal('delete') }),
]);
const { ids, since } = ACCOUNT.webhookRedeliver.input.shape;
const repetition = z
  .strictObject({ ids: ids.default(null), since: since.default(null) })
  .refine((input) => (input.ids === null) !== (input.since === null), {
    path: ['ids'],
    message: 'name either ids or since',
  });
const deliveriesQuery = z.strictObject({
  before: positiveParam.nullable().default(null),
  limit: positiveParam
    .pipe(ACCOUNT.webhookDeliveries.input.shape.limit)
    .default(LIMITS.listLimitDefault),
});

/** Dependencies of the routes of webhooks. */
export interface WebhookRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which an owner manages webhooks and their deliveries. Spec: webhooks.owner. */
export function webhookRoutes(deps: WebhookRouteDeps): readonly Route[] {
  const call = makeServiceCaller(deps.bus);
  const takeChange = (accountId: string): void =>
    deps.limiter.takeChange(ownerPrincipal(accountId));

  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    deps.limiter.takeRead(ownerPrincipal(own));
    return okReply(exchange.requestId, await call(ACCOUNT.webhooksList, exchange, own, {}));
  });

  const create = asOwner(deps, async (exchange, { account_id: own }) => {
    const input = await readJson(exchange, creation, deps.clock);
    takeChange(own);
    const made = await call(ACCOUNT.webhookCreate, exchange, own, input);
    return okReply(exchange.requestId, made, { status: 201 });
  });

  const apply = async (
    exchange: Exchange,
    own: string,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const at = checked(params, exchange.params);
    const input = await readJson(exchange, changeRequest, deps.clock);
    takeChange(own);
    switch (input.action) {
      case 'change': {
        const { url, events, state } = input;
        return call(ACCOUNT.webhookChange, exchange, own, { ...at, url, events, state });
      }
      case 'test':
        return call(ACCOUNT.webhookTest, exchange, own, at);
      case 'rotate':
        return call(ACCOUNT.webhookRotate, exchange, own, at);
      case 'delete':
        return call(ACCOUNT.webhookDelete, exchange, own, at);
    }
  };

  const deliveries = asOwner(deps, async (exchange, { account_id: own }) => {
    const at = checked(params, exchange.params);
    const query = checked(deliveriesQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    const page = await call(ACCOUNT.webhookDeliveries, exchange, own, { ...at, ...query });
    return okReply(exchange.requestId, page);
  });

  const redeliver = asOwner(deps, async (exchange, { account_id: own }): Promise<FullReply> => {
    const at = checked(params, exchange.params);
    const input = await readJson(exchange, repetition, deps.clock);
    takeChange(own);
    const done = await call(ACCOUNT.webhookRedeliver, exchange, own, { ...at, ...input });
    return okReply(exchange.requestId, done, { status: 202 });
  });

  const changeOne = asOwner(deps, async (exchange, { account_id: own }) =>
    okReply(exchange.requestId, await apply(exchange, own)),
  );
  return [
    { path: BASE, methods: { GET: list, POST: create } },
    { path: `${BASE}/:webhook_id`, methods: { POST: changeOne } },
    { path: `${BASE}/:webhook_id/deliveries`, methods: { GET: deliveries } },
    { path: `${BASE}/:webhook_id/redeliver`, methods: { POST: redeliver } },
  ];
}
