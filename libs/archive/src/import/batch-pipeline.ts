import { TransferableDocumentList } from '@bridge/search';
import { countPut } from './count-put.ts';
import type { ImportOptions } from './import-options.ts';
import type { MappedRecordBatch } from './mapping-protocol.ts';
import type { ParallelRecordBatchMapper } from './mapping.ts';
import { originalsOf } from './originals.ts';
import type { ImportRunResultCollector } from './run-state.ts';
import type { ImportRun } from './target.ts';
import type { RecordTextBatchBuilder } from './text-batch.ts';

/** Maximum number of batches that are read but not completely written: two being mapped, one waiting, one being written. */
const IN_FLIGHT_MAX = 4;

/** The dependencies of a RecordBatchImportPipeline, which maps and writes batches of records. */
export interface RecordBatchImportPipelineDeps {
  readonly options: ImportOptions;
  readonly run: ImportRun;
  readonly mapping: ParallelRecordBatchMapper;
  readonly state: ImportRunResultCollector;
}

/** Progress in a file, stored with each written batch: the key of the file, and the number of its records read so far. */
interface FileImportCheckpoint {
  readonly key: string;
  readonly value: string;
}

/** Maps and writes the batches of a file while further batches are read. Batches are written in the order of the file. */
export class RecordBatchImportPipeline {
  readonly #fileName: string;
  readonly #deps: RecordBatchImportPipelineDeps;
  readonly #inFlight: Promise<void>[] = [];
  /** Number of records read, by source; a file may contain records of two collections. */
  readonly read = new Map<string, number>();
  #bad = 0;

  constructor(fileName: string, deps: RecordBatchImportPipelineDeps) {
    this.#fileName = fileName;
    this.#deps = deps;
  }

  /** Number of records of this file that were not imported. */
  get bad(): number {
    return this.#bad;
  }

  countRead(source: string, records: number): void {
    this.read.set(source, (this.read.get(source) ?? 0) + records);
  }

  /** Adds a batch. Waits while IN_FLIGHT_MAX batches are not yet written. Throws SearchEngineError of an earlier batch. */
  async send(batch: RecordTextBatchBuilder, checkpoint: FileImportCheckpoint): Promise<void> {
    const before = this.#inFlight.at(-1);
    const written = this.#write(before, this.#deps.mapping.map(batch.packed), batch, checkpoint);
    // Prevents an unhandled rejection: `send` and `drain` await the promise later and throw its error.
    written.catch(() => undefined);
    this.#inFlight.push(written);
    while (this.#inFlight.length >= IN_FLIGHT_MAX) {
      await this.#inFlight[0];
      void this.#inFlight.shift();
    }
  }

  /** Resolves when all batches of the file are written. */
  async drain(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  async #write(
    before: Promise<void> | undefined,
    mapping: Promise<MappedRecordBatch>,
    batch: RecordTextBatchBuilder,
    checkpoint: FileImportCheckpoint,
  ): Promise<void> {
    const [mapped] = await Promise.all([mapping, before]);
    this.#count(mapped, batch);
    const documents = TransferableDocumentList.from(mapped.documents);
    // Records are deleted before the checkpoint is stored: a resumed import skips all records up to the checkpoint, and would
    // never delete these.
    await this.#remove(mapped, mapped.removed);
    if (documents.length === 0) return;
    const ids = new Set(Array.from({ length: documents.length }, (_, at) => documents.idAt(at)));
    await this.#put(mapped, documents, checkpoint);
    await this.#remove(
      mapped,
      mapped.removed.filter((id) => ids.has(id)),
    );
  }

  async #put(
    mapped: MappedRecordBatch,
    documents: TransferableDocumentList,
    checkpoint: FileImportCheckpoint,
  ): Promise<void> {
    const { run, state, options } = this.#deps;
    const blobs = [
      { name: `${originalsOf(checkpoint.key)}${checkpoint.value}`, bytes: mapped.originals },
    ];
    const force = options.force === true;
    // The ids are read before `put`, which transfers the documents to another thread.
    for (let at = 0; at < documents.length; at++) state.ids?.add(documents.idAt(at));
    const result = await run.put({ documents, blobs, checkpoint, force });
    const sources = new Map([...mapped.tallies].map(([name, tally]) => [name, tally.documents]));
    countPut(result, sources, (source) => state.summaryOf(source));
  }

  /** Removes the documents of records that the publisher has deleted. */
  async #remove({ tallies }: MappedRecordBatch, ids: readonly string[]): Promise<void> {
    const [source] = tallies.keys();
    if (ids.length === 0 || source === undefined) return;
    const { run, state } = this.#deps;
    state.summaryOf(source).removed += await run.remove(ids);
  }

  #count(
    { tallies, rejected, canaries, cleaned, changes }: MappedRecordBatch,
    batch: RecordTextBatchBuilder,
  ): void {
    const { state, options } = this.#deps;
    for (const [source, tally] of tallies) {
      const summary = state.summaryOf(source);
      this.countRead(source, tally.read);
      summary.read += tally.read;
      summary.unchanged += tally.done;
      summary.withImage += tally.withImage;
      summary.withYears += tally.withYears;
      summary.withFreeMedia += tally.withFreeMedia;
    }
    this.#bad += rejected.length;
    for (const { at, source, reason, text } of rejected) {
      const [place, offset] = [batch.places[at] ?? '', batch.offsets[at] ?? 0];
      state.bad({ file: this.#fileName, place, offset, reason, text }, source);
    }
    for (const canary of canaries) state.canary(canary);
    const [owner] = [...tallies].sort(([, a], [, b]) => b.read - a.read)[0] ?? [];
    if (owner !== undefined) state.cleaned(cleaned, owner);
    state.show(changes, options.showChanges ?? 0);
  }
}
