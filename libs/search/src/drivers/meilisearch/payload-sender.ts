import { BYTES_PER_UNIT } from '../../packed-documents.ts';
import type { EngineClient } from './engine.ts';

/** Maximum number of bytes of JSON in one payload. Fewer, larger payloads are indexed faster (ADR 014). */
const PAYLOAD_BYTES = 16 * 1024 * 1024;
/**
 * Maximum number of payloads in the engine's queue. The engine indexes queued payloads together, which costs much less
 * than one by one, so a whole archive may be queued, on the engine's disk.
 */
const IN_FLIGHT_MAX = 64;

/** Sends documents to one index in large payloads and tracks the last checkpoint that is indexed. */
export class PayloadSender {
  readonly #engine: EngineClient;
  readonly #uid: string;
  /** The next payload. It is a buffer, because the garbage collector would copy texts that live this long. */
  #lines = Buffer.alloc(0);
  #used = 0;
  /** The checkpoint after the documents added so far. */
  #checkpoint: string | null = null;
  #indexed: string | null = null;
  readonly #tasks: { readonly uid: number; readonly checkpoint: string | null }[] = [];

  constructor(engine: EngineClient, uid: string) {
    this.#engine = engine;
    this.#uid = uid;
  }

  async add(document: object): Promise<void> {
    const line = `${JSON.stringify(document)}\n`;
    await this.#reserve(line);
    this.#used += this.#lines.write(line, this.#used);
  }

  /** Reserves capacity for a line. The exact size of the line is computed only near the end of the buffer. */
  async #reserve(line: string): Promise<void> {
    if (this.#used + line.length * BYTES_PER_UNIT <= this.#lines.length) return;
    const bytes = Buffer.byteLength(line);
    if (this.#used + bytes > this.#lines.length) await this.send();
    if (bytes > this.#lines.length)
      this.#lines = Buffer.allocUnsafeSlow(Math.max(PAYLOAD_BYTES, bytes));
  }

  /** Sets the checkpoint after the documents added so far. */
  setCheckpoint(checkpoint: string): void {
    this.#checkpoint = checkpoint;
    if (this.#used === 0 && this.#tasks.length === 0) this.#indexed = checkpoint;
  }

  /** Returns the last checkpoint before which all documents are indexed; null before the first. */
  indexedCheckpoint(): string | null {
    return this.#indexed;
  }

  /**
   * Sends the documents added so far without waiting until they are indexed. Throws the fault of an earlier payload.
   */
  async send(): Promise<void> {
    if (this.#used > 0) await this.#sendPayload();
  }

  /** Resolves once all documents added so far are indexed. Throws the fault of a payload that failed. */
  async flush(): Promise<void> {
    await this.send();
    await this.#awaitTasks(0);
    this.#indexed = this.#checkpoint;
  }

  /** Discards the documents that were not sent and stops tracking the others. */
  drop(): void {
    this.#used = 0;
    this.#tasks.length = 0;
  }

  async #sendPayload(): Promise<void> {
    const uid = await this.#engine.add(this.#uid, this.#lines.subarray(0, this.#used));
    this.#used = 0;
    this.#tasks.push({ uid, checkpoint: this.#checkpoint });
    await this.#awaitTasks(IN_FLIGHT_MAX);
  }

  /** Waits until at most `left` payloads are in flight. The engine indexes the payloads of one index in order. */
  async #awaitTasks(left: number): Promise<void> {
    while (this.#tasks.length > left) {
      const [oldest] = this.#tasks;
      if (oldest === undefined) return;
      await this.#engine.done(oldest.uid);
      this.#tasks.shift();
      this.#indexed = oldest.checkpoint ?? this.#indexed;
    }
  }
}
