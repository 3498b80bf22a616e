import { TransferableDocumentList } from '@bridge/search/documents';
import { standardSource } from '../formats/standard-formats.ts';
import type { RecordSource } from '../sources/source.ts';
import { sourceNamed } from '../sources/sources.ts';
import { type BatchMappingOutputBuffers, RecordTextMapper } from './mapper.ts';
import type {
  FileMappingOptions,
  MappedRecordBatch,
  MappingWorkerData,
} from './mapping-protocol.ts';
import { OriginalRecordTextsBuffer } from './originals.ts';
import type { TransferableRecordTextBatch } from './text-batch.ts';

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

/** Maps batches of record texts to documents of the search index, in the thread that calls it (main or worker thread). */
export class RecordBatchMapper {
  readonly #mapper: RecordTextMapper;
  /** Resolves when the sources of the current file are loaded, which maps its records. */
  #opened: Promise<unknown> = Promise.resolve();
  /** Buffers of mapped batches, to be reused. While one batch is compressed, the next one is mapped in another buffer. */
  readonly #free: BatchMappingOutputBuffers[] = [];

  constructor({ showChanges, yearMax }: MappingWorkerData) {
    this.#mapper = new RecordTextMapper(showChanges, yearMax);
  }

  /** Sets the file to which the following batches belong. Its sources are loaded in the background. */
  open(file: FileMappingOptions): void {
    const opened = Promise.all([sourcesOf(file), this.#opened]).then(([sources]) =>
      this.#mapper.open({ ...file, sources }),
    );
    // Prevents an unhandled rejection. The next call of `map` awaits the same promise and throws its error.
    opened.catch(() => undefined);
    this.#opened = opened;
  }

  /** Maps a batch to documents. The result consists of buffers that can be transferred to another thread. */
  async map(batch: TransferableRecordTextBatch): Promise<MappedRecordBatch> {
    await this.#opened;
    const made = this.#free.pop() ?? {
      documents: TransferableDocumentList.empty(),
      originals: new OriginalRecordTextsBuffer(),
    };
    const told = this.#mapper.map(batch, made);
    const documents = made.documents.copy();
    const originals = documents.length === 0 ? new Uint8Array(0) : await made.originals.packed();
    this.#free.push(made);
    return { ...told, documents, originals, buffer: batch.bytes.buffer };
  }
}
