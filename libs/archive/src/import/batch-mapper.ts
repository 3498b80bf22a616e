import { PackedDocuments } from '@bridge/search/documents';
import { standardSource } from '../formats/standard-formats.ts';
import type { RecordSource } from '../sources/source.ts';
import { sourceNamed } from '../sources/sources.ts';
import { type MappingBuffers, RecordTextMapper } from './mapper.ts';
import type {
  FileMappingOptions,
  MappedRecordBatch,
  MappingWorkerData,
} from './mapping-protocol.ts';
import { OriginalRecordTexts } from './originals.ts';
import type { TextBatchBytes } from './text-batch.ts';

async function sourcesOf({
  sources,
  mapping,
  collection,
}: FileMappingOptions): Promise<RecordSource[]> {
  if (collection !== null) return [standardSource(collection)];
  if (mapping === null) return sources.flatMap((name) => sourceNamed(name) ?? []);
  // The module is imported only here, because it loads the schema of mapping files, which most imports do not need.
  const { genericSource } = await import('../sources/generic.ts');
  return [genericSource(mapping)];
}

/** Maps batches of record texts to documents, in the calling thread or in a worker thread. */
export class BatchMapper {
  readonly #mapper: RecordTextMapper;
  /** Resolves when the sources of the current file are loaded. */
  #opened: Promise<unknown> = Promise.resolve();
  /** Reusable buffers of mapped batches; one batch is compressed while the next one is mapped. */
  readonly #free: MappingBuffers[] = [];

  constructor({ showChanges, yearMax }: MappingWorkerData) {
    this.#mapper = new RecordTextMapper(showChanges, yearMax);
  }

  /** Sets the file to which the following batches belong. */
  open(file: FileMappingOptions): void {
    const opened = Promise.all([sourcesOf(file), this.#opened]).then(([sources]) =>
      this.#mapper.open({ ...file, sources }),
    );
    // Prevents an unhandled rejection; the next call of `map` throws the failure.
    opened.catch(() => undefined);
    this.#opened = opened;
  }

  /** Maps a batch to documents, in buffers that can be transferred. */
  async map(batch: TextBatchBytes): Promise<MappedRecordBatch> {
    await this.#opened;
    const made = this.#free.pop() ?? {
      documents: PackedDocuments.empty(),
      originals: new OriginalRecordTexts(),
    };
    const told = this.#mapper.map(batch, made);
    const documents = made.documents.copy();
    const originals = documents.length === 0 ? new Uint8Array(0) : await made.originals.packed();
    this.#free.push(made);
    return { ...told, documents, originals, buffer: batch.bytes.buffer };
  }
}
