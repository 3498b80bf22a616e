import type { TransferableDocumentList } from '@bridge/search/documents';
import {
  type TextBeforeAndAfterCleaning,
  type CleaningStepName,
  RecordTextCleaner,
} from '../record/clean.ts';
import { localId } from '../record/make-record.ts';
import { rightsOf } from '../record/rights.ts';
import { searchDocument } from '../record/search-document.ts';
import { ownerOf, type RawRecord, type RecordSource } from '../sources/source.ts';
import type { NotImportedReason } from './events.ts';
import { type RecordParseResult, parseRecord, type RecordParserOptions } from './parse-record.ts';
import type { OriginalRecordTextsBuffer } from './originals.ts';
import type { SearchCanaryRecord } from './target.ts';
import { RecordTextBatchReader, type TransferableRecordTextBatch } from './text-batch.ts';

const CANARY_EVERY = 9_973;
const REJECTED_CHARS = 200;

/** Values that the mapping of all records of a file uses: possible sources, parser and date of the file. */
export interface FileMappingWithLoadedSources {
  readonly sources: readonly RecordSource[];
  readonly parser: RecordParserOptions;
  /** Date of the file in days since the Unix epoch, for records that state no date of change. */
  readonly stamp: number;
}

/** Counts of the records of one source in one batch. */
export interface SourceRecordCountsInBatch {
  read: number;
  documents: number;
  /** Number of records that a killed import had already written. */
  done: number;
  withImage: number;
  withYears: number;
  withFreeMedia: number;
}

/** A record in a batch that cannot be imported. */
export interface RejectedRecord {
  /** Index of the record in the batch. */
  readonly at: number;
  readonly source: string;
  readonly reason: NotImportedReason;
  /** First 200 characters of the record. */
  readonly text: string;
}

/** The result of mapping a batch of record texts, without its documents. */
export interface BatchMappingSummary {
  readonly tallies: ReadonlyMap<string, SourceRecordCountsInBatch>;
  readonly rejected: readonly RejectedRecord[];
  /**
   * Ids of records that the publisher deleted. They are removed before the documents of the batch are written, and once more
   * afterwards if the batch contains them.
   */
  readonly removed: readonly string[];
  /** Records for the test of the new index: before it serves, a search for their titles must find them. */
  readonly canaries: readonly SearchCanaryRecord[];
  /** How often each cleaning step changed a text of the batch. */
  readonly cleaned: ReadonlyMap<CleaningStepName, number>;
  /** The first text changes of the cleaning steps, reported with `--show-changes`. */
  readonly changes: readonly TextBeforeAndAfterCleaning[];
}

/** Buffers for the documents of a batch and the original texts of its records, reused for the next batches. */
export interface BatchMappingOutputBuffers {
  readonly documents: TransferableDocumentList;
  readonly originals: OriginalRecordTextsBuffer;
}

/** Parses the record texts of a batch and maps them to documents of the search index. */
export class RecordTextMapper {
  readonly #cleaner: RecordTextCleaner;
  readonly #yearMax: number;
  #file: FileMappingWithLoadedSources = { sources: [], parser: { kind: 'json' }, stamp: 0 };
  #count = 0;

  /** @param showChanges number of reported text changes @param yearMax latest possible year of a work */
  constructor(showChanges: number, yearMax: number) {
    this.#cleaner = new RecordTextCleaner(showChanges);
    this.#yearMax = yearMax;
  }

  /** Sets the file to which the following batches belong. */
  open(file: FileMappingWithLoadedSources): void {
    this.#file = file;
    this.#count = 0;
  }

  /**
   * Maps the records of a batch to documents and puts them into the buffers `made`, which are emptied first. Records are mapped
   * one at a time, so that few objects are in memory.
   */
  map(packed: TransferableRecordTextBatch, made: BatchMappingOutputBuffers): BatchMappingSummary {
    const { changes, counts } = this.#cleaner;
    const shown = changes.length;
    const texts = new RecordTextBatchReader(packed);
    made.documents.clear();
    made.originals.clear();
    const tallies = new Map<string, SourceRecordCountsInBatch>();
    const rejected: RejectedRecord[] = [];
    const canaries: SearchCanaryRecord[] = [];
    const removed = new Set<string>();
    const batch = { ...made, texts, tallies, rejected, canaries, removed };
    for (let at = 0; at < texts.length; at++) this.#take(at, batch);
    const cleaned = new Map(counts);
    counts.clear();
    return {
      tallies,
      rejected,
      removed: [...removed],
      canaries,
      cleaned,
      changes: changes.slice(shown),
    };
  }

  #take(at: number, batch: CurrentBatchBuffersAndResults): void {
    const { texts, tallies, rejected } = batch;
    const text = texts.textAt(at);
    const problem = texts.problemAt(at);
    const item: RecordParseResult =
      problem === undefined ? parseRecord(text, this.#file.parser) : { raw: null, problem };
    const owner = item.raw === null ? undefined : ownerOf(item.raw, this.#file.sources);
    const source = owner?.name ?? this.#file.sources[0]?.name ?? 'unknown';
    const tally = tallyOf(tallies, source);
    tally.read += 1;
    let reason: NotImportedReason | null = item.problem ?? 'not_this_source';
    if (owner !== undefined && item.raw !== null) {
      if (owner.isDeleted?.(item.raw) === true) {
        if (texts.isDone(at)) tally.done += 1;
        else batch.removed.add(`${source}:${localId(owner.idOf(item.raw))}`);
        return;
      }
      reason = this.#map(item.raw, owner, at, batch, tally);
    }
    if (reason !== null) rejected.push({ at, source, reason, text: text.slice(0, REJECTED_CHARS) });
  }

  /**
   * Maps a record and adds its document to the batch, unless a killed import has written it; returns the reason when the record
   * cannot be imported.
   */
  #map(
    raw: RawRecord,
    source: RecordSource,
    at: number,
    { texts, documents, originals, canaries, removed }: CurrentBatchBuffersAndResults,
    tally: SourceRecordCountsInBatch,
  ): NotImportedReason | null {
    if (localId(source.idOf(raw)) === '') return 'no_id';
    const record = source.map(raw, { cleaner: this.#cleaner, yearMax: this.#yearMax });
    if (typeof record === 'string') return record;
    if (texts.isDone(at)) {
      tally.done += 1;
      return null;
    }
    const { id, title, links, date, mediaRights } = record;
    if (links.image !== undefined) tally.withImage += 1;
    if (date.from !== null) tally.withYears += 1;
    if (rightsOf(mediaRights).category === 'open') tally.withFreeMedia += 1;
    // The batch contains a deletion of this record and then a new version: the record is not removed.
    removed.delete(id);
    tally.documents += 1;
    this.#count += 1;
    // Records of a harvest are not used as test records, because a later page of the harvest may change or delete them.
    const isLasting = source.isDeleted === undefined;
    if (isLasting && this.#count % CANARY_EVERY === 1) canaries.push({ id, title });
    const stamp = source.changedOn?.(raw) ?? this.#file.stamp;
    documents.add(searchDocument(record, texts.hashAt(at), stamp));
    originals.add(id, texts.bytesAt(at));
    return null;
  }
}

/** The buffers and results of the batch that is being mapped. */
interface CurrentBatchBuffersAndResults extends BatchMappingOutputBuffers {
  readonly texts: RecordTextBatchReader;
  readonly tallies: Map<string, SourceRecordCountsInBatch>;
  readonly rejected: RejectedRecord[];
  readonly canaries: SearchCanaryRecord[];
  readonly removed: Set<string>;
}

function tallyOf(
  tallies: Map<string, SourceRecordCountsInBatch>,
  source: string,
): SourceRecordCountsInBatch {
  const known = tallies.get(source);
  if (known !== undefined) return known;
  const made = { read: 0, documents: 0, done: 0, withImage: 0, withYears: 0, withFreeMedia: 0 };
  tallies.set(source, made);
  return made;
}
