import type { SearchIndex } from '@bridge/search';
import { archiveStats } from '../import/archive-stats.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { type ArchiveReport, ArchiveReportBuilder } from './archive-report.ts';

/** Builds the report on the serving archive; null when empty. `onRecords` gets the count so far. Throws SearchEngineError. */
export async function readReport(
  index: SearchIndex,
  onRecords: (records: number) => void,
): Promise<ArchiveReport | null> {
  const stats = await archiveStats(index);
  if (stats === null) return null;
  const builder = new ArchiveReportBuilder();
  for await (const page of index.documents()) {
    // An import wrote the document from a valid record, so the cast is safe.
    for (const { body } of page) builder.add(JSON.parse(body) as ArchiveRecord);
    onRecords(builder.records);
  }
  return builder.report(stats);
}
