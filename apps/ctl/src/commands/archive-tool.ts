import type { ArchiveRecord, ArchiveReport, ArchiveStats, ImportTarget } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { ScoreExplanation, SearchOptions } from '@bridge/surf';

/** The state of the archive as the surf service reports it, with the version of each replica. */
export interface ArchiveStatus {
  /** Null when no version of the archive is served. */
  readonly stats: ArchiveStats | null;
  /** The problem of the archive, in a sentence; null when there is none. */
  readonly trouble: string | null;
  readonly replicas: readonly {
    readonly replica: string;
    readonly version: string | null;
    readonly trouble: string | null;
  }[];
}

/** A function that runs a search in this process. Without `options`, the search uses the options of the product. */
export type SearchFactory = (
  options?: SearchOptions,
) => (query: string, limit: number) => Promise<readonly ArchiveRecord[]>;

/**
 * The operations of the `archive` commands on an archive in a search engine or in the blob store. Errors: SearchEngineError,
 * service_unavailable.
 */
export interface ArchiveOperations {
  status(): Promise<ArchiveStatus>;
  /** Serves the previous version again. Returns false when there is no previous version. */
  rollback(): Promise<boolean>;
  /** Explains the score of the record `id`, or of the first hits when `id` is null. Empty for an unknown record. */
  explain(query: string, id: string | null): Promise<readonly ScoreExplanation[]>;
  /** Runs `work` with a search in this process on the served version of the archive. */
  searching<T>(work: (searchWith: SearchFactory) => Promise<T>): Promise<T>;
  /** Reads the report on the archive; null for an empty archive. `onRecords` receives the number of records read so far. */
  report(onRecords: (records: number) => void): Promise<ArchiveReport | null>;
  /** The target to which `importArchive` writes. */
  readonly target: ImportTarget;
}

/**
 * Returns a function that runs searches on `index` in this process. The search code is imported only here, because most
 * commands do not search.
 */
export async function searchOn(index: SearchIndex): Promise<SearchFactory> {
  const { ArchiveSearcher } = await import('@bridge/surf');
  return (options) => {
    const archive = new ArchiveSearcher(index, options);
    return (query, limit) => archive.records(query, limit);
  };
}
