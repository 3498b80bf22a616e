import { BYTES_PER_UNIT } from '../../packed-documents.ts';
import type { MeilisearchClient } from './engine.ts';

/** Maximum size of one payload of JSON lines, bytes. Fewer, larger payloads are indexed faster (ADR 014). */
const PAYLOAD_BYTES = 16 * 1024 * 1024;
/** Maximum number of payloads in Meilisearch's queue. It indexes queued payloads together, which is much cheaper. */
const IN_FLIGHT_MAX = 64;

/**
 * Sends documents to one Meilisearch index in large payloads, and tracks up to which checkpoint (progress of the import) all
 * documents are indexed.
 */
export class MeilisearchDocumentSender {
  readonly #engine: MeilisearchClient;
  readonly #uid: string;
  /** Buffer of the next payload. It is not a string, because the garbage collector would copy it repeatedly. */
  #lines = Buffer.alloc(0);
  #used = 0;
  /** The latest checkpoint (progress of the import). It is reached when all documents added so far are indexed. */
  #checkpoint: string | null = null;
  #indexed: string | null = null;
  readonly #tasks: { readonly uid: number; readonly checkpoint: string | null }[] = [];

  constructor(engine: MeilisearchClient, uid: string) {
    this.#engine = engine;
    this.#uid = uid;
  }

  async add(document: object): Promise<void> {
    const line = `${JSON.stringify(document)}\n`;
    await this.#reserve(line);
    this.#used += this.#lines.write(line, this.#used);
  }

  /**
   * Ensures capacity for a line; sends the payload when the line does not fit. The exact size is computed only when the upper
   * bound exceeds the capacity.
   */
  async #reserve(line: string): Promise<void> {
    if (this.#used + line.length * BYTES_PER_UNIT <= this.#lines.length) return;
    const bytes = Buffer.byteLength(line);
    if (this.#used + bytes > this.#lines.length) await this.send();
    if (bytes > this.#lines.length)
      this.#lines = Buffer.allocUnsafeSlow(Math.max(PAYLOAD_BYTES, bytes));
  }

  /** Sets the checkpoint (progress of the import) that is reached when all documents added so far are indexed. */
  setCheckpoint(checkpoint: string): void {
    this.#checkpoint = checkpoint;
    if (this.#used === 0 && this.#tasks.length === 0) this.#indexed = checkpoint;
  }

  /** Returns the last checkpoint before which all documents are indexed; null when there is none. */
  indexedCheckpoint(): string | null {
    return this.#indexed;
  }

  /** Sends the documents added so far, without waiting for indexing. Throws the error of an earlier payload. */
  async send(): Promise<void> {
    if (this.#used > 0) await this.#sendPayload();
  }

  /** Resolves when all documents added so far are indexed. Throws the error of a failed payload. */
  async flush(): Promise<void> {
    await this.send();
    await this.#awaitTasks(0);
    this.#indexed = this.#checkpoint;
  }

  /** Discards the documents that are not sent yet, and stops tracking the tasks of sent ones. */
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

  /** Waits until at most `left` payloads are pending. Meilisearch indexes payloads of one index in order. */
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
