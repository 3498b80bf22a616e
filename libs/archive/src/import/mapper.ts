import type { PackedDocuments } from '@bridge/search/documents';
import { type CleaningChange, type CleaningStep, Cleaner } from '../record/clean.ts';
import { localId } from '../record/make-record.ts';
import { rightsOf } from '../record/rights.ts';
import { searchDocument } from '../record/search-document.ts';
import { ownerOf, type RawRecord, type Source } from '../sources/source.ts';
import type { BadReason } from './events.ts';
import { type Item, parseItem, type Parser } from './item.ts';
import type { Originals } from './originals.ts';
import type { Canary } from './target.ts';
import { BatchTexts, type TextBatchBytes } from './text-batch.ts';

const CANARY_EVERY = 9_973;
const REPORT_CHARS = 200;

/** What holds for all records of a file. */
export interface FileShape {
  readonly sources: readonly Source[];
  readonly parser: Parser;
  /** Date of the file in days since the epoch, for records that say none. */
  readonly stamp: number;
}

/** What a batch's records of one source came to. */
export interface Tally {
  read: number;
  documents: number;
  /** Written before the import was killed. */
  done: number;
  withImage: number;
  withYears: number;
  withFreeMedia: number;
}

/** One record of a batch that was not taken. */
export interface Rejected {
  /** Its place in the batch. */
  readonly at: number;
  readonly source: string;
  readonly reason: BadReason;
  /** First 200 characters. */
  readonly text: string;
}

/** What became of a batch of texts. */
export interface Mapped {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly rejected: readonly Rejected[];
  /** Some of the records, to be looked for in the new index. */
  readonly canaries: readonly Canary[];
  /** What cleaning did in this batch, by step. */
  readonly cleaned: ReadonlyMap<CleaningStep, number>;
  /** What it changed in this batch, as far as it is to be shown. */
  readonly changes: readonly CleaningChange[];
}

/** Documents of a batch, and the texts they were made from: room that is used again and again. */
export interface Made {
  readonly documents: PackedDocuments;
  readonly originals: Originals;
}

/** Turns texts of records into documents, batch by batch. */
export class Mapper {
  readonly #cleaner: Cleaner;
  readonly #yearMax: number;
  #file: FileShape = { sources: [], parser: { kind: 'json' }, stamp: 0 };
  #count = 0;

  /** `showChanges`: how many changes of cleaning are kept; `yearMax`: the latest year a work can be from. */
  constructor(showChanges: number, yearMax: number) {
    this.#cleaner = new Cleaner(showChanges);
    this.#yearMax = yearMax;
  }

  /** What comes now is of this file. */
  open(file: FileShape): void {
    this.#file = file;
    this.#count = 0;
  }

  /**
   * Maps a batch at once, each record while it is young: a collector of garbage then never copies it. What is made goes
   * into `made`, which is emptied first.
   */
  map(packed: TextBatchBytes, made: Made): Mapped {
    const { changes, counts } = this.#cleaner;
    const shown = changes.length;
    const texts = new BatchTexts(packed);
    made.documents.clear();
    made.originals.clear();
    const tallies = new Map<string, Tally>();
    const rejected: Rejected[] = [];
    const canaries: Canary[] = [];
    const batch = { ...made, texts, tallies, rejected, canaries };
    for (let at = 0; at < texts.length; at++) this.#take(at, batch);
    const cleaned = new Map(counts);
    counts.clear();
    return { tallies, rejected, canaries, cleaned, changes: changes.slice(shown) };
  }

  #take(at: number, batch: Under): void {
    const { texts, tallies, rejected } = batch;
    const text = texts.textAt(at);
    const problem = texts.problemAt(at);
    const item: Item =
      problem === undefined ? parseItem(text, this.#file.parser) : { raw: null, problem };
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
      reason = this.#map(item.raw, owner, at, batch, tally);
    }
    if (reason !== null) rejected.push({ at, source, reason, text: text.slice(0, REPORT_CHARS) });
  }

  /** One record as a document; why not, when it is none. */
  #map(
    raw: RawRecord,
    source: Source,
    at: number,
    { texts, documents, originals, canaries }: Under,
    tally: Tally,
  ): BadReason | null {
    if (localId(source.idOf(raw)) === '') return 'no_id';
    const record = source.map(raw, { cleaner: this.#cleaner, yearMax: this.#yearMax });
    if (typeof record === 'string') return record;
    const { id, title, links, date, mediaRights } = record;
    if (links.image !== undefined) tally.withImage += 1;
    if (date.from !== null) tally.withYears += 1;
    if (rightsOf(mediaRights).category === 'open') tally.withFreeMedia += 1;
    tally.documents += 1;
    this.#count += 1;
    if (this.#count % CANARY_EVERY === 1) canaries.push({ id, title });
    const stamp = source.changedOn?.(raw) ?? this.#file.stamp;
    documents.add(searchDocument(record, texts.hashAt(at), stamp));
    originals.add(id, texts.bytesAt(at));
    return null;
  }
}

/** A batch while it is mapped. */
interface Under extends Made {
  readonly texts: BatchTexts;
  readonly tallies: Map<string, Tally>;
  readonly rejected: Rejected[];
  readonly canaries: Canary[];
}

function tallyOf(tallies: Map<string, Tally>, source: string): Tally {
  const known = tallies.get(source);
  if (known !== undefined) return known;
  const made = { read: 0, documents: 0, done: 0, withImage: 0, withYears: 0, withFreeMedia: 0 };
  tallies.set(source, made);
  return made;
}
