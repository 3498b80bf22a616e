import type { BlobStore } from '@bridge/blobs';
import { serviceModule, type Bus } from '@bridge/bus';
import { makeLinks } from '@bridge/contracts';
import pLimit from 'p-limit';
import { CheckQueue } from './check-queue.ts';
import type { PublisherDeps } from './deps.ts';
import { publisherHandlers } from './handlers.ts';
import { makeInspector, rememberVerdicts } from './inspect/index.ts';
import { startSweep } from './sweep/index.ts';

/** Maximum number of publications in memory: one is judged while others are read, encoded and stored. */
const PUBLICATIONS_AT_ONCE = 3;

/** The dependencies of the module of the publisher service. */
interface PublisherModuleDeps {
  readonly bus: Bus;
  readonly blobs: BlobStore;
}

/** The service `publisher`: judges, stores and archives the publications that builder leases. It has no schema. */
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
      checks: new CheckQueue(clock),
    };
    startSweep({ blobs, request, clock, ids, log, stopping });
    return { handlers: publisherHandlers(deps), close: () => inspector.close() };
  },
);
