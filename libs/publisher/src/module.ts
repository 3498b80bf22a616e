import type { BlobStore } from '@bridge/blobs';
import { serviceModule, type MessageBus } from '@bridge/bus';
import { makeLinks } from '@bridge/contracts';
import pLimit from 'p-limit';
import { DraftCheckQueue } from './check-queue.ts';
import type { PublisherDeps } from './deps.ts';
import { publisherHandlers } from './handlers.ts';
import { makeInspector, rememberVerdicts } from './inspect/index.ts';
import { startSweep } from './sweep/index.ts';

/** Maximum number of publications in memory: one page is inspected while others are read, compressed and stored. */
const PUBLICATIONS_AT_ONCE = 3;

/** The dependencies of the module of the publisher service. */
interface PublisherModuleDeps {
  readonly bus: MessageBus;
  readonly blobs: BlobStore;
}

/**
 * The service `publisher`: inspects, stores and archives the publications that the builder service leases to it (assigns for a
 * limited time). It has no database schema.
 */
export const publisherModule = serviceModule<'publisher', PublisherModuleDeps>(
  'publisher',
  ['bus', 'blobs'],
  async ({ bus, blobs, clock, ids, settings, log, stopping }) => {
    const inspector = rememberVerdicts(makeInspector({ log }));
    const links = makeLinks({
      baseUrl: settings.BRIDGE_BASE_URL,
      contentUrl: settings.BRIDGE_CONTENT_URL,
    });
    const { request } = bus;
    const limiter = pLimit(PUBLICATIONS_AT_ONCE);
    const deps: PublisherDeps = {
      blobs,
      request,
      clock,
      links,
      inspector,
      limiter,
      checks: new DraftCheckQueue(clock),
    };
    startSweep({ blobs, request, clock, ids, log, stopping });
    return { handlers: publisherHandlers(deps), close: () => inspector.close() };
  },
);
