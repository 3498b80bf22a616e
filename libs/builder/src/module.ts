import type { BlobStore } from '@bridge/blobs';
import { serviceModule, type Bus } from '@bridge/bus';
import { LIMITS, makeLinks } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import type { BuilderDeps } from './deps.ts';
import { builderHandlers } from './handlers.ts';
import { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
import { openPageIds } from './page-ids.ts';
import { startSweeps } from './sweep/sweeper.ts';
import { openTextPool } from './worker/text-pool.ts';

/** What the module needs of others. */
interface Needs {
  readonly db: Db;
  readonly bus: Bus;
  readonly blobs: BlobStore;
}

/** The service `builder`: brings schema `builder` up to date, answers every `builder.*` message, and sweeps. */
export const builderModule = serviceModule<'builder', Needs>(
  'builder',
  ['db', 'bus', 'blobs'],
  async ({ db, bus, blobs, clock, ids, settings, log, stopping }) => {
    await db.ensureSchema({ schema: 'builder', migrations: BUILDER_MIGRATIONS });
    const texts = openTextPool();
    const deps: BuilderDeps = {
      db,
      blobs,
      driver: bus.driver,
      clock,
      ids,
      texts,
      links: makeLinks({
        baseUrl: settings.BRIDGE_BASE_URL,
        contentUrl: settings.BRIDGE_CONTENT_URL,
      }),
      pageIds: openPageIds(db),
      quotas: {
        websitesMax: LIMITS.websitesPerAccountMax,
        storedBytesMax: LIMITS.storedBytesPerAccountMax,
      },
    };
    startSweeps({ ...deps, log, stopping });
    return { handlers: builderHandlers(deps), close: () => texts.close() };
  },
);
