import type { ArchiveRecord, ArchiveReport, ArchiveStats, ImportTarget } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { Explanation, SearchOptions } from '@bridge/surf';

/** The archive of the service that answered, and the version of each replica. */
export interface ArchiveStatus {
  /** Null when nothing serves. */
  readonly stats: ArchiveStats | null;
  /** The problem of the archive, in a sentence; null when there is none. */
  readonly trouble: string | null;
  readonly replicas: readonly {
    readonly replica: string;
    readonly version: string | null;
    readonly trouble: string | null;
  }[];
}

/** The search of this process with these options; with those of the product when they are left out. */
export type SearchWith = (
  options?: SearchOptions,
) => (query: string, limit: number) => Promise<readonly ArchiveRecord[]>;

/** The operations of a command on the archive, in an engine or in the blob store. Errors: SearchFault, service_unavailable. */
export interface ArchiveTool {
  status(): Promise<ArchiveStatus>;
  /** False when there is no version before. */
  rollback(): Promise<boolean>;
  /** Of the record, or of the first hits when `id` is null; empty when there is none. */
  explain(query: string, id: string | null): Promise<readonly Explanation[]>;
  /** Runs work that needs many searches, with a search in this process on the serving version. */
  searching<T>(work: (searchWith: SearchWith) => Promise<T>): Promise<T>;
  /** What the archive holds and lacks; null when it is empty. `onRecords` receives the number of records read so far. */
  report(onRecords: (records: number) => void): Promise<ArchiveReport | null>;
  /** Where `importArchive` writes. */
  readonly target: ImportTarget;
}

/** The search of this process on an index; its code is loaded only where it is needed. */
export async function searchOn(index: SearchIndex): Promise<SearchWith> {
  const { Archive } = await import('@bridge/surf');
  return (options) => {
    const archive = new Archive(index, options);
    return (query, limit) => archive.records(query, limit);
  };
}
