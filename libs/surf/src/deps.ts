import type { BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import type { SearchIndex } from '@bridge/search';
import type { QueryLog } from './query-log/query-log.ts';
import type { Replica } from './replica/replica.ts';
import type { Archive } from './search/search-archive.ts';

/** The dependencies of the handlers of the service surf, which searches the archive. */
export interface SurfDeps {
  readonly kind: 'folder' | 'engine';
  readonly index: SearchIndex;
  readonly archive: Archive;
  readonly store: BlobStore;
  readonly bus: Bus;
  readonly replica: Replica;
  /** Null when the operator has not enabled the query log. */
  readonly queryLog: QueryLog | null;
}
