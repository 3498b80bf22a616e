import type { BlobStore } from '@bridge/blobs';
import type { Request } from '@bridge/bus';
import type { Links } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import type { Inspector } from './inspect/index.ts';
import type { Turns } from './turns.ts';

/** What the worker of this service uses; it has no schema of its own. */
export interface PublisherDeps {
  readonly blobs: BlobStore;
  readonly request: Request;
  readonly clock: Clock;
  readonly links: Links;
  readonly inspector: Inspector;
  /** Keeps the bodies in memory few. */
  readonly turns: Turns;
}
