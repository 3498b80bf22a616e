import type { BlobStore } from '@bridge/blobs';
import type { BusDriver } from '@bridge/bus';
import type { Links } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import type { Clock, Ids } from '@bridge/kernel';
import type { HighWater } from './high-water/watch-high-water.ts';
import type { PageIds } from './page-ids.ts';
import type { WidgetFiles } from './widgets/widget-files.ts';
import type { TextPool } from './worker/text-pool.ts';

/** Quotas of one account. Spec: limits.bytes-quota, limits.worlds-quota. */
export interface AccountQuotas {
  readonly websitesMax: number;
  /** Maximum total number of bytes of HTML and layers in all revisions that are not pruned. */
  readonly storedBytesMax: number;
}

/** The dependencies of the handlers of the builder service. */
export interface BuilderDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly driver: BusDriver;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly links: Links;
  readonly texts: TextPool;
  readonly pageIds: PageIds;
  readonly highWater: Pick<HighWater, 'state' | 'demandCurrent'>;
  readonly quotas: AccountQuotas;
  readonly widgets: WidgetFiles;
}
