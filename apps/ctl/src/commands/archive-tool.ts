import type { ArchiveRecord, ArchiveReport, ArchiveStats, ImportTarget } from '@bridge/archive';
import type { SearchIndex } from '@bridge/search';
import type { ScoreExplanation, SearchOptions } from '@bridge/surf';

/** The state of the archive: its statistics, its problem, and the version that each replica of the surf service serves. */
export interface ArchiveStatus {
  /** Null when no version of the archive is served. */
  readonly stats: ArchiveStats | null;
  /** A problem of the archive, as a sentence for the operator; null when there is none. */
  readonly trouble: string | null;
  readonly replicas: readonly {
    readonly replica: string;
    readonly version: string | null;
    readonly trouble: string | null;
  }[];
}

/** Makes a function that searches the archive in this process. Without `options`, it searches as the product does. */
export type SearchFunctionFactory = (
  options?: SearchOptions,
) => (query: string, limit: number) => Promise<readonly ArchiveRecord[]>;

/**
 * The operations that the `ctl archive` commands use, on an archive in a Meilisearch engine or in the blob store. They throw
 * SearchEngineError and errors with the code service_unavailable.
 */
export interface ArchiveOperations {
  status(): Promise<ArchiveStatus>;
  /** Makes the previous version of the archive serve again. Returns false when there is no previous version. */
  rollback(): Promise<boolean>;
  /** Explains the score of record `id` for a query, or of the first hits when `id` is null. Empty for an unknown record. */
  explain(query: string, id: string | null): Promise<readonly ScoreExplanation[]>;
  /** Calls `work` with a function that makes searches on the serving version of the archive, in this process. */
  searching<T>(work: (searchWith: SearchFunctionFactory) => Promise<T>): Promise<T>;
  /** Computes the report on the archive; null for an empty archive. `onRecords` receives the number of records read so far. */
  report(onRecords: (records: number) => void): Promise<ArchiveReport | null>;
  /** The place to which `importArchive` writes records. */
  readonly target: ImportTarget;
}

/**
 * Returns a function that makes searches on `index` in this process. The code of the search is imported only here, because most
 * commands do not search.
 */
export async function searchOn(index: SearchIndex): Promise<SearchFunctionFactory> {
  const { ArchiveSearcher } = await import('@bridge/surf');
  return (options) => {
    const archive = new ArchiveSearcher(index, options);
    return (query, limit) => archive.records(query, limit);
  };
}
