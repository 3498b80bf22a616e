import { LIMITS, makeLinks } from '@bridge/contracts';
import { serviceModule, type MessageBus } from '@bridge/bus';
import type { DatabaseClient } from '@bridge/db';
import { repeatPass } from '@bridge/kernel';
import { worldsHandlers } from './handlers.ts';
import { renewWorldTally } from './overview.store.ts';
import { WORLDS_MIGRATIONS } from './migrations/worlds-migrations.ts';

/** Interval in s at which the Worlds are counted. It is shorter than `overviewAgeMaxS`, the maximum age of the count. */
const OVERVIEW_EVERY_S = 20;

/** The module of the service `worlds`: it migrates its schema and answers all `worlds.*` messages. */
export const worldsModule = serviceModule<
  'worlds',
  { readonly db: DatabaseClient; readonly bus: MessageBus }
>('worlds', ['db', 'bus'], async ({ db, settings, log, stopping }) => {
  await db.ensureSchema({ schema: 'worlds', migrations: WORLDS_MIGRATIONS });
  const links = makeLinks({
    baseUrl: settings.BRIDGE_BASE_URL,
    contentUrl: settings.BRIDGE_CONTENT_URL,
  });
  const { worldsPerAccountMax } = LIMITS;
  const pass = () => renewWorldTally(db, OVERVIEW_EVERY_S);
  const everyMs = OVERVIEW_EVERY_S * 1_000;
  repeatPass({ log, stopping }, { name: 'overview', everyMs, pass });
  return { handlers: worldsHandlers({ db, links, worldsPerAccountMax }) };
});
