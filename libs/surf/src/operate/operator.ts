import {
  type ArchiveStats,
  archiveStats,
  type ImportTarget,
  indexTarget,
  judge,
  type JudgedQuery,
  type QueryScore,
} from '@bridge/archive';
import type { Clock } from '@bridge/kernel';
import type { SearchIndex } from '@bridge/search';
import { explain, type Explanation } from '../search/explain.ts';
import { Archive } from '../search/search-archive.ts';

/** What the operator of an archive can do, on an index of this process or on the surf service over the bus. */
export interface Operator {
  /** Null when the archive holds nothing. Errors: SearchFault. */
  stats(): Promise<ArchiveStats | null>;
  /** False when there is no version before. Errors: SearchFault. */
  rollback(): Promise<boolean>;
  /** Null when there is no such record. Errors: SearchFault. */
  explain(query: string, id: string): Promise<Explanation | null>;
  /** Errors: SearchFault. */
  judge(query: JudgedQuery): Promise<QueryScore>;
  /** Where `importArchive` writes. */
  readonly target: ImportTarget;
}

/** The operator's hands on an index of this process. */
export function localOperator(index: SearchIndex, clock: Clock): Operator {
  const archive = new Archive(index);
  return {
    stats: () => archiveStats(index),
    rollback: () => index.rollback(),
    explain: (query, id) => explain(archive, query, id),
    judge: (query) => judge(query, (text, limit) => recordsOf(archive, text, limit), clock),
    target: indexTarget(index, clock),
  };
}

async function recordsOf(archive: Archive, query: string, limit: number) {
  return (await archive.search(query, limit)).hits.map(({ record }) => record);
}
