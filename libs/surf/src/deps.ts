import type { BlobStore } from '@bridge/blobs';
import type { MessageBus } from '@bridge/bus';
import type { SearchIndex } from '@bridge/search';
import type { QueryLog } from './query-log/query-log.ts';
import type { SurfReplica } from './replica/replica.ts';
import type { ArchiveSearcher } from './search/search-archive.ts';

/**
 * The dependencies of the message handlers of the service surf, which searches the archive. `kind`: `engine` with Meilisearch,
 * `folder` with SQLite files.
 */
export interface SurfDeps {
  readonly kind: 'folder' | 'engine';
  readonly index: SearchIndex;
  readonly archive: ArchiveSearcher;
  readonly store: BlobStore;
  readonly bus: MessageBus;
  readonly replica: SurfReplica;
  /** Null when the operator has not enabled the query log. */
  readonly queryLog: QueryLog | null;
}
