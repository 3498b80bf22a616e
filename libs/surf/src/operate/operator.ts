import type { Clock } from '@bridge/kernel';
import type { SearchIndex } from '@bridge/search';
import { judge, type JudgedQuery, type QueryScore } from '../evaluate/evaluate.ts';
import { type ArchiveStats, archiveStats, explain, type Explanation } from '../evaluate/explain.ts';
import { indexTarget } from '../import/index-target.ts';
import type { ImportTarget } from '../import/target.ts';
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
    judge: (query) => judge(query, archive, clock),
    target: indexTarget(index, clock),
  };
}
