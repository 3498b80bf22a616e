import type { BlobStore } from '@bridge/blobs';
import type { ServiceRequestFunction } from '@bridge/bus';
import type { PublicLinkBuilder, PUBLISHER, WireOutput } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import type { LimitFunction } from 'p-limit';
import type { DraftCheckQueue } from './check-queue.ts';
import type { PageInspector } from './inspect/index.ts';

/** The dependencies of the handlers of the publisher service, which has no database schema. */
export interface PublisherDeps {
  readonly blobs: BlobStore;
  readonly request: ServiceRequestFunction;
  readonly clock: Clock;
  readonly links: PublicLinkBuilder;
  readonly inspector: PageInspector;
  /** Limits how many publications are in memory at the same time. */
  readonly limiter: LimitFunction;
  readonly checks: DraftCheckQueue<WireOutput<typeof PUBLISHER.check>>;
}
