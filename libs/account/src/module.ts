import { onHint, serviceModule, type MessageBus } from '@bridge/bus';
import { hintJournal } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { makeOutbound } from '@bridge/outbound';
import { startChainChecks } from './check-chain.ts';
import { startHoldSweep } from './credits/sweep-holds.ts';
import { accountHandlers } from './handlers.ts';
import { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
import { startSweep } from './sweep.ts';
import { sealStoredSecrets } from './webhooks/seal-stored-secrets.ts';
import { openSecretBox } from './webhooks/secret-box.ts';
import { startWebhookSender } from './webhooks/start-sender.ts';

/** The modules that the account module depends on. */
type AccountModuleDeps = { readonly db: DatabaseClient; readonly bus: MessageBus };

/**
 * Makes the module of the account service. It migrates the schema, answers all `account.*` messages on the bus, sends events to
 * webhooks and regularly removes expired data.
 */
const makeAccountModule = (wiring: 'all-in-one' | 'service') =>
  serviceModule<'account', AccountModuleDeps>('account', ['db', 'bus'], async (deps) => {
    const { db, bus, clock, ids, log, settings, stopping } = deps;
    const secrets = openSecretBox(wiring, settings);
    await db.ensureSchema({ schema: 'account', migrations: ACCOUNT_MIGRATIONS });
    startSweep({ db, log, stopping });
    const outbound = makeOutbound({
      reach: settings.BRIDGE_OUTBOUND,
      proxy: settings.BRIDGE_OUTBOUND_PROXY,
    });
    await sealStoredSecrets(db, secrets);
    const webhooks = { db, clock, ids, log, outbound, secrets, stopping };
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
  });

/** The module of the service `account` in the all-in-one product. */
export const accountModule = makeAccountModule('all-in-one');
/** The module of the service `account` as a process of its own; its replicas share BRIDGE_WEBHOOK_SECRET. */
export const accountServiceModule = makeAccountModule('service');
