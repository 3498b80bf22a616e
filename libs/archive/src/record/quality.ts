import type { ArchiveRecord } from './archive-record.ts';

/**
 * Returns the quality of a record from 0 to 100: how complete it is (image, title, maker, date). It is a small part of the
 * score of a search hit, and decides the order of hits with equal scores.
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
