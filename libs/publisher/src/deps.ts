import type { BlobStore } from '@bridge/blobs';
import type { RequestFunction } from '@bridge/bus';
import type { Links, PUBLISHER, WireOutput } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import type { LimitFunction } from 'p-limit';
import type { CheckQueue } from './check-queue.ts';
import type { Inspector } from './inspect/index.ts';

/** What the worker of this service uses; it has no schema of its own. */
export interface PublisherDeps {
  readonly blobs: BlobStore;
  readonly request: RequestFunction;
  readonly clock: Clock;
  readonly links: Links;
  readonly inspector: Inspector;
  /** Bounds the publications whose bodies are in memory at once. */
  readonly limiter: LimitFunction;
  readonly checks: CheckQueue<WireOutput<typeof PUBLISHER.check>>;
}
