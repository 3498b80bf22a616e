import { serviceModule, type Bus } from '@bridge/bus';
import type { Db } from '@bridge/db';
import { accountHandlers } from './handlers.ts';
import { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
import { startSweep } from './sweep.ts';

/** The service `account`: migrates its schema and answers all `account.*` messages. */
export const accountModule = serviceModule<'account', { readonly db: Db; readonly bus: Bus }>(
  'account',
  ['db', 'bus'],
  async ({ db, bus, clock, ids, settings, log, stopping }) => {
    await db.ensureSchema({ schema: 'account', migrations: ACCOUNT_MIGRATIONS });
    startSweep({ db, log, stopping });
    const { driver, request } = bus;
    const generateCost = settings.BRIDGE_GENERATE_COST;
    return { handlers: accountHandlers({ db, driver, request, clock, ids, generateCost }) };
  },
);
