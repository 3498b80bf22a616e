import { SearchFault } from '@bridge/search';
import { Worker } from 'node:worker_threads';
import { BatchMapper } from './batch-mapper.ts';
import type {
  FileNotice,
  MappedBatch,
  MappingCall,
  MappingReply,
  MappingStart,
} from './mapping-protocol.ts';
import { TextBatch, type TextBatchBytes } from './text-batch.ts';

/** Where the thread's code stands; a bundle passes its own file. */
const MAP_WORKER = new URL('./map.worker.ts', import.meta.url);
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 192 };

interface Waiting {
  readonly resolve: (mapped: MappedBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches that the thread may have before it: with more than one that waits, this thread maps one itself. */
const THREAD_MAX = 2;

/** Maps texts of records to documents: in a thread that starts with the first file, and here when that is behind. */
export class Mapping {
  readonly #start: MappingStart;
  readonly #here: BatchMapper;
  #worker: Worker | null = null;
  readonly #waiting: Waiting[] = [];
  /** A buffer that the thread is done with, to be filled again. */
  #buffer: ArrayBuffer | undefined;
  /** Why the thread is gone: what is given to it afterwards would never be answered. */
  #fault: SearchFault | null = null;

  constructor(start: MappingStart) {
    this.#start = start;
    this.#here = new BatchMapper(start);
  }

  /** What is mapped from now on is of this file. */
  open(file: FileNotice): void {
    this.#tell({ op: 'file', file }, []);
    this.#here.open(file);
  }

  /** A batch to be filled; `stamp`: date of its file in days since the epoch. */
  batch(stamp: number): TextBatch {
    const buffer = this.#buffer;
    this.#buffer = undefined;
    return new TextBatch(stamp, buffer);
  }

  /** The documents of these texts, whose bytes are gone for the caller. Errors: SearchFault. */
  map(batch: TextBatchBytes): Promise<MappedBatch> {
    if (this.#fault !== null) return Promise.reject(this.#fault);
    if (this.#waiting.length >= THREAD_MAX) return this.#mapHere(batch);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#tell({ op: 'map', batch }, [batch.bytes.buffer]);
    });
  }

  async #mapHere(batch: TextBatchBytes): Promise<MappedBatch> {
    try {
      const mapped = await this.#here.map(batch);
      this.#buffer = mapped.buffer;
      return mapped;
    } catch (error) {
      throw failed(error);
    }
  }

  #tell(call: MappingCall, moved: readonly ArrayBuffer[]): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(call, moved);
  }

  #begin(): Worker {
    const worker = new Worker(MAP_WORKER, { workerData: this.#start, resourceLimits: LIMITS });
    worker.on('message', (reply: MappingReply) => {
      const waiting = this.#waiting.shift();
      if (reply.ok) {
        this.#buffer = reply.mapped.buffer;
        waiting?.resolve(reply.mapped);
      } else waiting?.reject(failed(reply.message));
    });
    worker.on('error', (cause) => this.#fail(failed(cause)));
    worker.on('exit', () => this.#fail(failed('its thread ended')));
    return worker;
  }

  #fail(fault: SearchFault): void {
    this.#fault ??= fault;
    for (const { reject } of this.#waiting.splice(0)) reject(fault);
  }

  /** Gives its memory back; nothing is mapped afterwards. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function failed(cause: unknown): SearchFault {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SearchFault('failed', `Records cannot be mapped: ${why}.`);
}
