import { onHint, serviceModule, type Bus } from '@bridge/bus';
import { hintJournal } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { makeOutbound } from '@bridge/outbound';
import { startChainChecks } from './check-chain.ts';
import { startHoldSweep } from './credits/sweep-holds.ts';
import { accountHandlers } from './handlers.ts';
import { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
import { startSweep } from './sweep.ts';
import { startWebhookSender } from './webhooks/start-sender.ts';

/** The service `account`: migrates its schema, answers all `account.*` messages and sends to webhooks. */
export const accountModule = serviceModule<'account', { readonly db: Db; readonly bus: Bus }>(
  'account',
  ['db', 'bus'],
  async ({ db, bus, clock, ids, log, settings, stopping }) => {
    await db.ensureSchema({ schema: 'account', migrations: ACCOUNT_MIGRATIONS });
    startSweep({ db, log, stopping });
    const outbound = makeOutbound({
      reach: settings.BRIDGE_OUTBOUND,
      proxy: settings.BRIDGE_OUTBOUND_PROXY,
    });
    const webhooks = { db, clock, ids, log, outbound, stopping };
    const sender = startWebhookSender(webhooks);
    const hints = onHint(bus.driver, hintJournal, log, ({ account_id }) => sender.wake(account_id));
    startHoldSweep({ db, log, stopping });
    startChainChecks({ db, log, stopping });
    const generateCost = settings.BRIDGE_GENERATE_COST;
    return {
      handlers: accountHandlers({
        ...webhooks,
        driver: bus.driver,
        request: bus.request,
        generateCost,
        wakeSender: sender.wake,
      }),
      close: async () => {
        await hints.drain();
        await sender.close();
      },
    };
  },
);
