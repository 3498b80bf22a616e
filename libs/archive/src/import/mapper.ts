import type { PackedDocuments } from '@bridge/search/documents';
import { type CleaningChange, type CleaningStep, Cleaner } from '../record/clean.ts';
import { localId } from '../record/make-record.ts';
import { rightsOf } from '../record/rights.ts';
import { searchDocument } from '../record/search-document.ts';
import { ownerOf, type RawRecord, type Source } from '../sources/source.ts';
import type { BadReason } from './events.ts';
import { type ParsedRecord, parseRecord, type Parser } from './parse-record.ts';
import type { Originals } from './originals.ts';
import type { Canary } from './target.ts';
import { BatchTexts, type TextBatchBytes } from './text-batch.ts';

const CANARY_EVERY = 9_973;
const REJECTED_CHARS = 200;

/** The properties of all records of a file. */
export interface FileContext {
  readonly sources: readonly Source[];
  readonly parser: Parser;
  /** Date of the file in days since the epoch, for records that say none. */
  readonly stamp: number;
}

/** Counts of a batch's records of one source. */
export interface SourceTally {
  read: number;
  documents: number;
  /** Records that a killed import had written. */
  done: number;
  withImage: number;
  withYears: number;
  withFreeMedia: number;
}

/** A record of a batch that is not imported. */
export interface RejectedRecord {
  /** Its index in the batch. */
  readonly at: number;
  readonly source: string;
  readonly reason: BadReason;
  /** First 200 characters. */
  readonly text: string;
}

/** The result of mapping a batch, besides its documents. */
export interface MappingResult {
  readonly tallies: ReadonlyMap<string, SourceTally>;
  readonly rejected: readonly RejectedRecord[];
  /** Ids of records that their publisher deleted. They leave the index after the documents were written. */
  readonly removed: readonly string[];
  /** Some of the records, to be searched in the new index. */
  readonly canaries: readonly Canary[];
  /** Changes of cleaning, by step. */
  readonly cleaned: ReadonlyMap<CleaningStep, number>;
  /** The first changes of cleaning, to be shown. */
  readonly changes: readonly CleaningChange[];
}

/** Reused buffers for the documents of a batch and the texts they were made from. */
export interface MappingBuffers {
  readonly documents: PackedDocuments;
  readonly originals: Originals;
}

/** Turns texts of records into documents, batch by batch. */
export class Mapper {
  readonly #cleaner: Cleaner;
  readonly #yearMax: number;
  #file: FileContext = { sources: [], parser: { kind: 'json' }, stamp: 0 };
  #count = 0;

  /** `showChanges`: number of changes kept; `yearMax`: the latest possible year of a work. */
  constructor(showChanges: number, yearMax: number) {
    this.#cleaner = new Cleaner(showChanges);
    this.#yearMax = yearMax;
  }

  /** Sets the file of the following batches. */
  open(file: FileContext): void {
    this.#file = file;
    this.#count = 0;
  }

  /** Maps a batch into `made`, whose earlier content is dropped. Each record is garbage before the collector would copy it. */
  map(packed: TextBatchBytes, made: MappingBuffers): MappingResult {
    const { changes, counts } = this.#cleaner;
    const shown = changes.length;
    const texts = new BatchTexts(packed);
    made.documents.clear();
    made.originals.clear();
    const tallies = new Map<string, SourceTally>();
    const rejected: RejectedRecord[] = [];
    const canaries: Canary[] = [];
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

  #take(at: number, batch: BatchInProgress): void {
    const { texts, tallies, rejected } = batch;
    const text = texts.textAt(at);
    const problem = texts.problemAt(at);
    const item: ParsedRecord =
      problem === undefined ? parseRecord(text, this.#file.parser) : { raw: null, problem };
    const owner = item.raw === null ? undefined : ownerOf(item.raw, this.#file.sources);
    const source = owner?.name ?? this.#file.sources[0]?.name ?? 'unknown';
    const tally = tallyOf(tallies, source);
    tally.read += 1;
    let reason: BadReason | null = item.problem ?? 'not_this_source';
    if (owner !== undefined && item.raw !== null) {
      if (texts.isDone(at)) {
        tally.done += 1;
        return;
      }
      if (owner.isDeleted?.(item.raw) === true) {
        batch.removed.add(`${source}:${localId(owner.idOf(item.raw))}`);
        return;
      }
      reason = this.#map(item.raw, owner, at, batch, tally);
    }
    if (reason !== null) rejected.push({ at, source, reason, text: text.slice(0, REJECTED_CHARS) });
  }

  /** Adds the document of a record; the reason when there is none. */
  #map(
    raw: RawRecord,
    source: Source,
    at: number,
    { texts, documents, originals, canaries, removed }: BatchInProgress,
    tally: SourceTally,
  ): BadReason | null {
    if (localId(source.idOf(raw)) === '') return 'no_id';
    const record = source.map(raw, { cleaner: this.#cleaner, yearMax: this.#yearMax });
    if (typeof record === 'string') return record;
    const { id, title, links, date, mediaRights } = record;
    if (links.image !== undefined) tally.withImage += 1;
    if (date.from !== null) tally.withYears += 1;
    if (rightsOf(mediaRights).category === 'open') tally.withFreeMedia += 1;
    // A record that was deleted and then published again stays.
    removed.delete(id);
    tally.documents += 1;
    this.#count += 1;
    // A later page of a harvest may change or delete the record.
    const isLasting = source.isDeleted === undefined;
    if (isLasting && this.#count % CANARY_EVERY === 1) canaries.push({ id, title });
    const stamp = source.changedOn?.(raw) ?? this.#file.stamp;
    documents.add(searchDocument(record, texts.hashAt(at), stamp));
    originals.add(id, texts.bytesAt(at));
    return null;
  }
}

/** A batch that is being mapped. */
interface BatchInProgress extends MappingBuffers {
  readonly texts: BatchTexts;
  readonly tallies: Map<string, SourceTally>;
  readonly rejected: RejectedRecord[];
  readonly canaries: Canary[];
  readonly removed: Set<string>;
}

function tallyOf(tallies: Map<string, SourceTally>, source: string): SourceTally {
  const known = tallies.get(source);
  if (known !== undefined) return known;
  const made = { read: 0, documents: 0, done: 0, withImage: 0, withYears: 0, withFreeMedia: 0 };
  tallies.set(source, made);
  return made;
}
