import { WorkerCallClient } from '@bridge/kernel/worker-calls';
import { SearchEngineError } from '@bridge/search';
import { RecordBatchMapper } from './batch-mapper.ts';
import type {
  FileMappingOptions,
  MappedRecordBatch,
  MappingThreadCall,
  MappingThreadReply,
  MappingWorkerData,
} from './mapping-protocol.ts';
import { RecordTextBatchBuilder, type TransferableRecordTextBatch } from './text-batch.ts';

/**
 * The young generation of the worker's heap is large, because mapping makes many short-lived objects. It does not raise the
 * peak memory of an import, because the worker ends before the peak.
 */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 192 };
/** Maximum number of batches in the worker thread; further batches are mapped in the calling thread. */
const IN_WORKER_MAX = 2;

/** Maps batches of record texts to documents in a worker thread, and in the calling thread while the worker is busy. */
export class ParallelRecordBatchMapper {
  readonly #worker: WorkerCallClient<MappingThreadCall>;
  readonly #mapper: RecordBatchMapper;
  #inWorker = 0;
  /** The buffer of a mapped batch, to be reused for the next one. */
  #buffer: ArrayBuffer | undefined;
  /** Set when the worker thread ends unexpectedly, and thrown by all later calls: a new worker would not know the file. */
  #fault: SearchEngineError | null = null;

  constructor(start: MappingWorkerData) {
    this.#worker = new WorkerCallClient({
      url: new URL('./map.worker.ts', import.meta.url),
      data: start,
      limits: LIMITS,
      lost: (cause) => (this.#fault ??= mappingFault(cause)),
    });
    this.#mapper = new RecordBatchMapper(start);
  }

  /** Sets the file to which the following batches belong. */
  open(file: FileMappingOptions): void {
    // An error of this call is ignored here, because mapping the first batch of the file reports it again.
    this.#worker.call({ op: 'file', file }).catch(() => undefined);
    this.#mapper.open(file);
  }

  /** Makes an empty batch. `origin`: date of the file (days since the Unix epoch), and hash of the operator's mapping. */
  batch(origin: string): RecordTextBatchBuilder {
    const buffer = this.#buffer;
    this.#buffer = undefined;
    return new RecordTextBatchBuilder(origin, buffer);
  }

  /** Maps a batch to documents. Its buffer is transferred to another thread or reused. Throws SearchEngineError. */
  async map(batch: TransferableRecordTextBatch): Promise<MappedRecordBatch> {
    if (this.#fault !== null) throw this.#fault;
    const mapped =
      this.#inWorker < IN_WORKER_MAX ? await this.#mapInWorker(batch) : await this.#mapHere(batch);
    this.#buffer = mapped.buffer;
    return mapped;
  }

  async #mapInWorker(batch: TransferableRecordTextBatch): Promise<MappedRecordBatch> {
    this.#inWorker += 1;
    try {
      const moved = [batch.bytes.buffer];
      const reply = await this.#worker.call<MappingThreadReply>({ op: 'map', batch }, { moved });
      if (!reply.ok) throw mappingFault(reply.message);
      return reply.mapped;
    } finally {
      this.#inWorker -= 1;
    }
  }

  async #mapHere(batch: TransferableRecordTextBatch): Promise<MappedRecordBatch> {
    try {
      return await this.#mapper.map(batch);
    } catch (error) {
      throw mappingFault(error);
    }
  }

  /** Ends the worker thread, which frees its memory. No batch can be mapped afterwards. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

function mappingFault(cause: unknown): SearchEngineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SearchEngineError('failed', `Records cannot be mapped: ${reason}.`);
}
