import type { BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import type { SearchIndex } from '@bridge/search';
import type { Replica } from './replica/replica.ts';
import type { Archive } from './search/search-archive.ts';

/** What the handlers of this service use. */
export interface SurfDeps {
  readonly kind: 'folder' | 'engine';
  readonly index: SearchIndex;
  readonly archive: Archive;
  readonly store: BlobStore;
  readonly bus: Bus;
  readonly replica: Replica;
}
