import type { BlobStore } from '@bridge/blobs';
import type { MessageBus } from '@bridge/bus';
import type { DatabaseClient } from '@bridge/db';
import type { CommonModuleDeps } from '@bridge/kernel';

/** Dependencies of a gateway. */
export interface GatewayDeps extends CommonModuleDeps {
  readonly db: DatabaseClient;
  readonly bus: MessageBus;
  readonly blobs: BlobStore;
}
