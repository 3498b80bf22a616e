import type { BlobStore } from '@bridge/blobs';
import { serviceModule, type MessageBus } from '@bridge/bus';
import { LIMITS, makeLinks } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { repeatPass } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { builderHandlers } from './handlers.ts';
import { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
import { refusalSentence } from './high-water/compare.ts';
import { openHighWater } from './high-water/watch-high-water.ts';
import { renewWebsiteTally } from './overview.store.ts';
import { openPageIds } from './page-ids.ts';
import { recordPageHomes } from './record-page-homes.ts';
import { startSweeps } from './sweep/sweeper.ts';
import { readWidgetFiles } from './widgets/widget-files.ts';
import { openTextPool } from './worker/text-pool.ts';

/** Note in the response of /readyz until the blob store has answered for the first time. */
const CHECK_NOTE = 'gives no new ids before the blob store was read';

/**
 * Interval in seconds at which the public websites are counted. It is shorter than the maximum age that the contract allows for
 * the count.
 */
const OVERVIEW_EVERY_S = 20;

/** The modules that the builder module depends on. */
interface BuilderModuleDeps {
  readonly db: DatabaseClient;
  readonly bus: MessageBus;
  readonly blobs: BlobStore;
}

/** The module of the service `builder`: it migrates its schema, answers all `builder.*` messages, and runs the sweeps. */
export const builderModule = serviceModule<'builder', BuilderModuleDeps>(
  'builder',
  ['db', 'bus', 'blobs'],
  async ({ db, bus, blobs, clock, ids, settings, log, stopping }) => {
    await db.ensureSchema({ schema: 'builder', migrations: BUILDER_MIGRATIONS });
    const highWater = await openHighWater({ db, blobs, log, stopping });
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
      pageIds: openPageIds(db.apart, highWater),
      highWater,
      quotas: {
        websitesMax: LIMITS.websitesPerAccountMax,
        storedBytesMax: LIMITS.storedBytesPerAccountMax,
      },
      widgets: readWidgetFiles(),
    };
    void recordPageHomes(deps, { log, stopping });
    startSweeps({ ...deps, log, stopping });
    const pass = () => renewWebsiteTally(db, OVERVIEW_EVERY_S);
    const everyMs = OVERVIEW_EVERY_S * 1_000;
    repeatPass({ log, stopping }, { name: 'overview', everyMs, pass });
    return {
      handlers: builderHandlers(deps),
      ready: async () => {
        const { state } = highWater;
        if (state === 'current') return { ok: true };
        // In every other state only the creation of websites fails, so the service reports that it is ready, with a note.
        return { ok: true, note: state === 'unchecked' ? CHECK_NOTE : refusalSentence(state) };
      },
      close: async () => {
        await texts.close();
        await highWater.close();
      },
    };
  },
);
