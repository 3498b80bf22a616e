import { LIMITS, makeLinks } from '@bridge/contracts';
import { serviceModule, type Bus } from '@bridge/bus';
import type { Db } from '@bridge/db';
import { worldsHandlers } from './handlers.ts';
import { WORLDS_MIGRATIONS } from './migrations/worlds-migrations.ts';

/** The service `worlds`: migrates its schema and answers all `worlds.*` messages. */
export const worldsModule = serviceModule<'worlds', { readonly db: Db; readonly bus: Bus }>(
  'worlds',
  ['db', 'bus'],
  async ({ db, clock, settings }) => {
    await db.ensureSchema({ schema: 'worlds', migrations: WORLDS_MIGRATIONS });
    const links = makeLinks({
      baseUrl: settings.BRIDGE_BASE_URL,
      contentUrl: settings.BRIDGE_CONTENT_URL,
    });
    const { worldsPerAccountMax } = LIMITS;
    return { handlers: worldsHandlers({ db, clock, links, worldsPerAccountMax }) };
  },
);
