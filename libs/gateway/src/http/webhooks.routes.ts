import { ACCOUNT } from '@bridge/contracts';
import { z } from 'zod';
import type { HttpRoute } from './exchange.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { listQuery } from './params.ts';

const WEBHOOKS = '/api/console/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhook_id`;

const creation = ACCOUNT.webhookCreate.input.strict();
const change = ACCOUNT.webhookChange.input.omit({ webhook_id: true });
/** Schema of a change of a webhook; `action` selects the kind of change. */
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

/** Returns the routes by which an owner manages webhooks and their deliveries. Spec: webhooks.owner. */
export function webhookRoutes(owner: OwnerRouteFactory): readonly HttpRoute[] {
  return [
    owner.get(WEBHOOKS, {}, ({ ask }) => ask(ACCOUNT.webhooksList, {})),
    owner.post(WEBHOOKS, { body: creation, status: 201 }, ({ ask, body }) =>
      ask(ACCOUNT.webhookCreate, body),
    ),
    owner.post(WEBHOOK, { body: changeRequest }, async ({ ask, at, body }) => {
      switch (body.action) {
        case 'change': {
          const { url, events, state } = body;
          return ask(ACCOUNT.webhookChange, { ...at, url, events, state });
        }
        case 'test':
          return ask(ACCOUNT.webhookTest, at);
        case 'rotate':
          return ask(ACCOUNT.webhookRotate, at);
        case 'delete':
          return ask(ACCOUNT.webhookDelete, at);
      }
    }),
    owner.get(`${WEBHOOK}/deliveries`, { query: z.strictObject(listQuery) }, ({ ask, at, query }) =>
      ask(ACCOUNT.webhookDeliveries, { ...at, ...query }),
    ),
    owner.post(`${WEBHOOK}/redeliver`, { body: repetition, status: 202 }, ({ ask, at, body }) =>
      ask(ACCOUNT.webhookRedeliver, { ...at, ...body }),
    ),
  ];
}
