import {
  type ArchiveStats,
  type ImportTarget,
  judge,
  type JudgedQuery,
  type QueryScore,
} from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
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
  judge(query: JudgedQuery): Promise<QueryScore>;
  /** Where `importArchive` writes. */
  readonly target: ImportTarget;
}

/** Judges one query by the search of this process on an index. */
export async function judgeOn(index: SearchIndex, query: JudgedQuery): Promise<QueryScore> {
  const { Archive } = await import('@bridge/surf');
  const archive = new Archive(index);
  const search = async (text: string, limit: number) =>
    (await archive.search(text, limit)).hits.map(({ record }) => record);
  return judge(query, search, systemClock);
}
