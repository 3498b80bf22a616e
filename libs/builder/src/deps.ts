import type { BlobStore } from '@bridge/blobs';
import type { BusDriver } from '@bridge/bus';
import type { PublicLinkBuilder } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import type { Clock, RandomIdGenerator } from '@bridge/kernel';
import type { HighWaterMarkMonitor } from './high-water/watch-high-water.ts';
import type { WebsiteIdAllocator } from './page-ids.ts';
import type { BundledWidgets } from './widgets/widget-files.ts';
import type { TextWorkerPool } from './worker/text-pool.ts';

/** Quotas of one account. Spec: limits.bytes-quota, limits.worlds-quota. */
export interface AccountQuotas {
  readonly websitesMax: number;
  /** Maximum total number of bytes of HTML and layers in all revisions whose texts are still stored. */
  readonly storedBytesMax: number;
}

/** The dependencies of the handlers of the builder service. */
export interface BuilderDeps {
  readonly db: DatabaseClient;
  readonly blobs: BlobStore;
  readonly driver: BusDriver;
  readonly clock: Clock;
  readonly ids: RandomIdGenerator;
  readonly links: PublicLinkBuilder;
  readonly texts: TextWorkerPool;
  readonly pageIds: WebsiteIdAllocator;
  readonly highWater: Pick<HighWaterMarkMonitor, 'state' | 'demandCurrent'>;
  readonly quotas: AccountQuotas;
  readonly widgets: BundledWidgets;
}
