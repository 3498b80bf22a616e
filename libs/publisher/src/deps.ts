import type { BlobStore } from '@bridge/blobs';
import type { RequestFunction } from '@bridge/bus';
import type { Links, PUBLISHER, WireOutput } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import type { LimitFunction } from 'p-limit';
import type { DraftCheckQueue } from './check-queue.ts';
import type { Inspector } from './inspect/index.ts';

/** The dependencies of the handlers of the publisher service, which has no database schema. */
export interface PublisherDeps {
  readonly blobs: BlobStore;
  readonly request: RequestFunction;
  readonly clock: Clock;
  readonly links: Links;
  readonly inspector: Inspector;
  /** Limits how many publications are in memory at the same time. */
  readonly limiter: LimitFunction;
  readonly checks: DraftCheckQueue<WireOutput<typeof PUBLISHER.check>>;
}
