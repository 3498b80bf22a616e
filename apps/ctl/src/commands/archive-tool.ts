import type { ArchiveStats, ImportTarget, SearchRecords } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { Explanation } from '@bridge/surf';

/** What serves: the archive of the service that answered, and the version of each replica. */
export interface ArchiveStatus {
  /** Null when nothing serves. */
  readonly stats: ArchiveStats | null;
  /** What is wrong with the archive, in a sentence; null when nothing is. */
  readonly trouble: string | null;
  readonly replicas: readonly {
    readonly replica: string;
    readonly version: string | null;
    readonly trouble: string | null;
  }[];
}

/** What a command can do with the archive, wherever it is kept. Errors: SearchFault, service_unavailable. */
export interface ArchiveTool {
  status(): Promise<ArchiveStatus>;
  /** False when there is no version before. */
  rollback(): Promise<boolean>;
  /** Null when there is no such record. */
  explain(query: string, id: string): Promise<Explanation | null>;
  /** Does work that needs many searches, with the search of this process on the version that serves. */
  searching<T>(work: (search: SearchRecords) => Promise<T>): Promise<T>;
  /** Where `importArchive` writes. */
  readonly target: ImportTarget;
}

/** The search of this process on an index; its code is loaded only where it is needed. */
export async function searchOn(index: SearchIndex): Promise<SearchRecords> {
  const { Archive } = await import('@bridge/surf');
  const archive = new Archive(index);
  return (query, limit) => archive.records(query, limit);
}
