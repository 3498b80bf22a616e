import type { SearchIndex } from '@bridge/search';
import { archiveStats } from '../import/archive-stats.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { type ArchiveReport, ReportBuilder } from './archive-report.ts';

/**
 * The report of the serving version; null when there is none. `onRecords` receives the number of records read so far. Errors:
 * SearchFault.
 */
export async function readReport(
  index: SearchIndex,
  onRecords: (records: number) => void,
): Promise<ArchiveReport | null> {
  const stats = await archiveStats(index);
  if (stats === null) return null;
  const builder = new ReportBuilder();
  for await (const page of index.documents()) {
    // Written by an import, which checked the record.
    for (const { body } of page) builder.add(JSON.parse(body) as ArchiveRecord);
    onRecords(builder.records);
  }
  return builder.report(stats);
}
