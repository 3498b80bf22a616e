import { judge, type JudgedQuery, type QueryScore } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import type { SearchIndex } from '@bridge/search';
import { Archive } from '@bridge/surf';

/** Judges queries by the search of this process on an index. */
export function judgeOn(index: SearchIndex): (query: JudgedQuery) => Promise<QueryScore> {
  const archive = new Archive(index);
  return (query) =>
    judge(
      query,
      async (text, limit) => (await archive.search(text, limit)).hits.map(({ record }) => record),
      systemClock,
    );
}
