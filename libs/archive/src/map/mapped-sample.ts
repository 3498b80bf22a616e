import type { ArchiveRecord } from '../record/archive-record.ts';
import { rightsOf } from '../record/rights.ts';
import type { RawRecord, RecordRejectionReason } from '../sources/source.ts';

/** A source record of a sample and the record mapped from it. */
export interface MappedSampleRecord {
  readonly source: RawRecord;
  readonly record: ArchiveRecord | null;
  /** Reason why there is no mapped record; null when there is one. */
  readonly rejected: RecordRejectionReason | 'no_id' | null;
}

/** Share (0 to 1) of a sample's records with a fact that the search uses. */
export interface FactCoverage {
  readonly fact: 'title' | 'creator' | 'years' | 'form' | 'page' | 'image' | 'known rights';
  readonly share: number;
}

/** Computes for each fact that the search uses the share (0 to 1) of the mapped records that contain it. */
export function coverageOf(mapped: readonly MappedSampleRecord[]): FactCoverage[] {
  const share = (test: (record: ArchiveRecord) => boolean): number =>
    mapped.filter(({ record }) => record !== null && test(record)).length / mapped.length;
  return [
    { fact: 'title', share: share(({ titleKind }) => titleKind === 'given') },
    { fact: 'creator', share: share(({ creators }) => creators.length > 0) },
    { fact: 'years', share: share(({ date }) => date.from !== null) },
    { fact: 'form', share: share(({ form }) => form !== '') },
    { fact: 'page', share: share(({ links }) => links.page !== undefined) },
    { fact: 'image', share: share(({ links }) => links.image !== undefined) },
    {
      fact: 'known rights',
      share: share(({ mediaRights }) => rightsOf(mediaRights).category !== 'unknown'),
    },
  ];
}

/** Ids that several records have, as the file writes them. */
export function repeatedIds(mapped: readonly MappedSampleRecord[]): string[] {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { record } of mapped) {
    if (record === null) continue;
    if (seen.has(record.id)) again.add(record.sourceId);
    seen.add(record.id);
  }
  return [...again];
}
