import type { BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import type { Db } from '@bridge/db';
import type { BaseDeps } from '@bridge/kernel';

/** Dependencies of a gateway. */
export interface GatewayDeps extends BaseDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly blobs: BlobStore;
}
