import type { ArchiveRecord } from './archive-record.ts';

/**
 * Returns the quality of a record from 0 to 100 (image, title, maker, date). It decides only the order of records with equal
 * scores.
 */
export function qualityOf(record: ArchiveRecord): number {
  let quality = 0;
  if (record.links.image !== undefined) quality += 30;
  if (record.titleKind === 'given') quality += 20;
  if (record.creators.length > 0) quality += 15;
  if (record.date.from !== null) quality += 10;
  if ((record.subjects?.length ?? 0) > 0) quality += 10;
  if (record.links.page !== undefined) quality += 10;
  if (record.highlight === true) quality += 5;
  return quality;
}
