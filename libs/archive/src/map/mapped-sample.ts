import type { ArchiveRecord } from '../record/archive-record.ts';
import { rightsOf } from '../record/rights.ts';
import type { RawRecord, RecordRejectionReason } from '../sources/source.ts';

/** A record from the sample of a file, and the archive record to which the proposed mapping converts it. */
export interface MappedSampleRecord {
  readonly source: RawRecord;
  readonly record: ArchiveRecord | null;
  /** Reason why the mapping rejects the record; null when it does not. */
  readonly rejected: RecordRejectionReason | 'no_id' | null;
}

/** Share (0 to 1) of the sampled records that have a fact which the search uses, after the mapping. */
export interface FactCoverage {
  readonly fact: 'title' | 'creator' | 'years' | 'form' | 'page' | 'image' | 'known rights';
  readonly share: number;
}

/** Computes for each fact that the search uses the share (0 to 1) of the sampled records that have it after the mapping. */
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

/** Returns the ids that several records of the sample have, as the file writes them. */
export function repeatedIds(mapped: readonly MappedSampleRecord[]): string[] {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const { record } of mapped) {
    if (record === null) continue;
    if (seen.has(record.id)) again.add(record.sourceId);
    seen.add(record.id);
  }
  return [...again];
}
