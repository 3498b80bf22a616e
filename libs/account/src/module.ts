import { serviceModule, type Bus } from '@bridge/bus';
import type { Db } from '@bridge/db';
import { accountHandlers } from './handlers.ts';
import { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';

/** The service `account`: migrates its schema and answers all `account.*` messages. */
export const accountModule = serviceModule<'account', { readonly db: Db; readonly bus: Bus }>(
  'account',
  ['db', 'bus'],
  async ({ db, clock, settings }) => {
    await db.ensureSchema({ schema: 'account', migrations: ACCOUNT_MIGRATIONS });
    return {
      handlers: accountHandlers({ db, clock, generateCost: settings.BRIDGE_GENERATE_COST }),
    };
  },
);
