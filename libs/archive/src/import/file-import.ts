import type { Clock } from '@bridge/kernel';
import { basename } from 'node:path';
import type { RecordSource } from '../sources/source.ts';
import type { MakerNameTableFormat } from './authorities.ts';
import { RecordBatchImportPipeline, type RecordBatchImportPipelineDeps } from './batch-pipeline.ts';
import { dayNumber } from './file-day.ts';
import { originOf, originOfHashes, refuseOtherFormat } from './file-origin.ts';
import { fingerprintOf } from './files.ts';
import { type OpenedImportFile, openFile, parsedRecordsOf } from './open-file.ts';
import { fileKey } from './originals.ts';
import type { RecordText } from './record-text.ts';
import type { ImportFileContentKind } from './sniff.ts';
import type { StoredRecordTextHashes } from './stored-texts.ts';
import type { RecordTextBatchBuilder } from './text-batch.ts';

const PROGRESS_MS = 500;

/** The dependencies of a FileImport, which imports one file into the index. */
export interface FileImportDeps extends RecordBatchImportPipelineDeps {
  /** Source that the operator named; undefined when it is detected from the file. */
  readonly source: RecordSource | undefined;
  /** Collection name that the operator gave for a file of a standard format; undefined when it is read from the file. */
  readonly collection: string | undefined;
  readonly clock: Clock;
  /** Hashes of the record texts from which the documents in the index were made. */
  readonly stored: StoredRecordTextHashes;
  /** Progress of a killed run that is resumed: number of written records, by file key. */
  readonly checkpoints: ReadonlyMap<string, string>;
}

/** The content of an import file with records of works (the other kind of file is a table of names). */
type WorkRecordContentKind = Extract<ImportFileContentKind, { kind: 'references' }>;

/** Imports one file into the index: reads its records or names, skips unchanged records, and sends batches to the mapper. */
export class FileImport {
  readonly #path: string;
  readonly #name: string;
  readonly #deps: FileImportDeps;
  readonly #stamp: number;
  /** Date of the file and hash of the operator's mapping. It is a part of each record's hash. */
  readonly #origin: string;
  readonly #pipeline: RecordBatchImportPipeline;
  #batch: RecordTextBatchBuilder;
  #records = 0;
  #isHarvested = false;
  /** Number of rows without a name, for a file that is a table of names. */
  #badNames = 0;
  #progressAt: number;

  constructor(path: string, deps: FileImportDeps) {
    this.#path = path;
    this.#name = basename(path);
    this.#deps = deps;
    this.#progressAt = deps.clock.monotonic();
    const day = deps.options.date ?? /\d{4}-\d{2}-\d{2}/.exec(this.#name)?.[0] ?? '';
    // A file without a date counts as the oldest, so that it never replaces records of a file with a date.
    this.#stamp = dayNumber(day) ?? 0;
    this.#origin = originOfHashes(this.#stamp, deps.options.mapping);
    this.#pipeline = new RecordBatchImportPipeline(this.#name, deps);
    this.#batch = deps.mapping.batch(this.#origin);
  }

  /** Reads and imports the file to its end. Throws ImportRefusedError and SearchEngineError. */
  async run(): Promise<void> {
    const { source, collection, state, clock } = this.#deps;
    const started = clock.monotonic();
    const file = await openFile(
      this.#path,
      source === undefined ? undefined : { kind: 'references', sources: [source] },
      collection,
    );
    try {
      const { sha256, bytes } = await fingerprintOf(this.#path);
      const { content } = file;
      if (collection !== undefined) refuseOtherFormat(this.#name, collection, content);
      const { name, dataset } = originOf(content);
      const format = file.format.kind;
      state.emit({ event: 'file', file: this.#name, source: name, format, bytes });
      if (content.kind === 'names') await this.#readNames(file, content.authority);
      else await this.#readRecords(file, fileKey(sha256), bytes, content);
      state.files.push({
        name: this.#name,
        sha256,
        source: name,
        dataset,
        read: this.#records,
        bad: this.#pipeline.bad + this.#badNames,
        at: clock.now(),
      });
    } finally {
      file.close();
    }
    const seconds = (clock.monotonic() - started) / 1000;
    for (const [owner, read] of this.#pipeline.read)
      state.summaryOf(owner).seconds += (seconds * read) / this.#records;
  }

  async #readNames(file: OpenedImportFile, { name, read }: MakerNameTableFormat): Promise<void> {
    for await (const { raw } of parsedRecordsOf(file)) {
      this.#records += 1;
      const person = raw === null ? null : read(raw);
      if (person === null) this.#badNames += 1;
      else this.#deps.state.spelling(name, person);
    }
  }

  async #readRecords(
    file: OpenedImportFile,
    key: string,
    bytes: number,
    { sources, collection }: WorkRecordContentKind,
  ): Promise<void> {
    const { options, checkpoints, state, mapping } = this.#deps;
    this.#isHarvested = collection?.isHarvested === true;
    const written = Number(checkpoints.get(key) ?? 0);
    if (written > 0) state.emit({ event: 'resumed', file: this.#name, records: written });
    mapping.open({
      sources: sources.map(({ name }) => name),
      mapping: options.mapping ?? null,
      collection: collection ?? null,
      parser: file.parser,
      stamp: this.#stamp,
    });
    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    try {
      for await (const run of file.recordTexts) {
        for (const text of run) {
          if (this.#records >= limit) break;
          this.#records += 1;
          this.#add(text, this.#records <= written);
          if (this.#batch.full) await this.#send(key);
        }
        if (this.#records >= limit) break;
        this.#emitProgress(file, bytes, sources);
      }
      await this.#send(key);
    } finally {
      // All batches must be written before the next file begins, even after an error in this file.
      await this.#pipeline.drain();
    }
  }

  /**
   * Adds a record to the batch, unless the index contains a document that was made from the same text. `isWritten`: a killed
   * run has written it.
   */
  #add(text: RecordText, isWritten: boolean): void {
    const { state, stored } = this.#deps;
    const hash = this.#batch.write(text);
    // In a harvest, a known text does not prove that the index contains the record: after a deletion, the same text may come
    // again.
    const isKnown = text.problem === undefined && !this.#isHarvested;
    const source = isKnown ? stored.sourceOf(hash) : null;
    if (source === null) {
      this.#batch.keep(text);
      if (isWritten) this.#batch.done = this.#batch.length;
      return;
    }
    const summary = state.summaryOf(source);
    this.#pipeline.countRead(source, 1);
    summary.read += 1;
    summary.unchanged += 1;
  }

  async #send(key: string): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = this.#deps.mapping.batch(this.#origin);
    await this.#pipeline.send(batch, { key, value: String(this.#records) });
  }

  #emitProgress(file: OpenedImportFile, bytes: number, sources: readonly RecordSource[]): void {
    const { clock, state } = this.#deps;
    const now = clock.monotonic();
    if (now - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = now;
    const share = bytes === 0 ? 1 : Math.min(1, file.taken() / bytes);
    const perSecond = this.#records / Math.max(0.001, state.seconds());
    const expected = Math.round(this.#records / Math.max(share, 0.001));
    state.emit({
      event: 'progress',
      source: sources.map(({ name }) => name).join('+'),
      read: this.#records,
      expected,
      percent: Math.round(share * 100),
      perSecond: Math.round(perSecond),
      bad: this.#pipeline.bad,
      etaSeconds: Math.round((expected - this.#records) / Math.max(1, perSecond)),
    });
  }
}
