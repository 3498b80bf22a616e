import { hash } from 'node:crypto';
import type { RecordReadProblem } from './record-text.ts';
import type { RecordText } from './record-text.ts';
import { MAPPING_VERSION } from './stored-texts.ts';

/** Maximum number of records in a batch. */
export const BATCH_RECORDS_MAX = 1_000;
/** Size in bytes from which a batch counts as full. */
export const BATCH_BYTES_MAX = 2 * 1024 * 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
export const BYTES_PER_UNIT = 3;
/** Initial size in bytes of the buffer: enough for a full batch and one more record. */
const CAPACITY_BYTES = BATCH_BYTES_MAX + 256 * 1024;
/** Number of characters of the hash of a record text. */
export const HASH_CHARS = 20;

/** A batch of record texts packed into one buffer, which is transferred to the mapping thread. */
export interface TransferableRecordTextBatch {
  /** For each record: its hash, the stamp (mapping version, file date, operator's mapping) and its text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Size in bytes of the stamp between hash and text of each record; the hash covers stamp and text. */
  readonly stampBytes: number;
  /** End offset of each record in `bytes`. */
  readonly ends: readonly number[];
  /** Reasons why texts are no valid records, by the index of the text in the batch. */
  readonly problems: ReadonlyMap<number, RecordReadProblem>;
  /** Number of records at the start of the batch that a killed import had already written. */
  readonly done: number;
}

/** A batch of record texts that is being filled in one buffer. */
export class RecordTextBatchBuilder {
  readonly #stamp: Buffer;
  #bytes: Buffer;
  #used = 0;
  #end = 0;
  readonly #ends: number[] = [];
  readonly #problems = new Map<number, RecordReadProblem>();
  /** Name or number of each record in its file (`places`) and its offset there (`offsets`), for the report of bad records. */
  readonly places: string[] = [];
  readonly offsets: number[] = [];
  /** Number of records at the start of the batch that a killed import had already written. */
  done = 0;

  /** @param origin file date and mapping, hashed with each text @param buffer buffer of an earlier batch, to be reused */
  constructor(origin: string, buffer: ArrayBuffer | undefined) {
    this.#bytes =
      buffer === undefined ? Buffer.allocUnsafeSlow(CAPACITY_BYTES) : Buffer.from(buffer);
    this.#stamp = Buffer.from(`${MAPPING_VERSION} ${origin} `, 'latin1');
  }

  get length(): number {
    return this.#ends.length;
  }

  get full(): boolean {
    return this.length >= BATCH_RECORDS_MAX || this.#used >= BATCH_BYTES_MAX;
  }

  /**
   * Writes a record text into the buffer and returns its hash, which covers the stamp (mapping version, file date, operator's
   * mapping) too. The text becomes part of the batch only when `keep` is called.
   */
  write({ text }: RecordText): string {
    const start = this.#used + HASH_CHARS;
    const most = typeof text === 'string' ? text.length * BYTES_PER_UNIT : text.length;
    this.#reserve(start + this.#stamp.length + most);
    const bytes = this.#bytes;
    bytes.set(this.#stamp, start);
    let end = start + this.#stamp.length;
    if (typeof text === 'string') end += bytes.write(text, end, 'utf8');
    else {
      bytes.set(text, end);
      end += text.length;
    }
    const sum = hash('sha1', bytes.subarray(start, end), 'hex').slice(0, HASH_CHARS);
    bytes.write(sum, this.#used, 'latin1');
    this.#end = end;
    return sum;
  }

  /** Makes the text that `write` wrote last a part of the batch. */
  keep({ place, offset, problem }: RecordText): void {
    if (problem !== undefined) this.#problems.set(this.length, problem);
    this.#ends.push(this.#end);
    this.places.push(place);
    this.offsets.push(offset);
    this.#used = this.#end;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, size));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  /** The batch in a form that can be transferred to another thread. After the transfer this batch must not be used. */
  get packed(): TransferableRecordTextBatch {
    return {
      // The buffers are allocated by this class and are never shared memory, so the cast is safe.
      bytes: this.#bytes.subarray(0, this.#used) as Uint8Array<ArrayBuffer>,
      stampBytes: this.#stamp.length,
      ends: this.#ends,
      problems: this.#problems,
      done: this.done,
    };
  }
}

/** Reads the record texts of a batch that was transferred to this thread. */
export class RecordTextBatchReader {
  readonly #bytes: Buffer;
  readonly #packed: TransferableRecordTextBatch;

  constructor(packed: TransferableRecordTextBatch) {
    const { buffer, byteOffset, byteLength } = packed.bytes;
    this.#packed = packed;
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#packed.ends.length;
  }

  #start(at: number): number {
    return at === 0 ? 0 : (this.#packed.ends[at - 1] ?? 0);
  }

  #textStart(at: number): number {
    return this.#start(at) + HASH_CHARS + this.#packed.stampBytes;
  }

  hashAt(at: number): string {
    const start = this.#start(at);
    return this.#bytes.toString('latin1', start, start + HASH_CHARS);
  }

  textAt(at: number): string {
    return this.#bytes.toString('utf8', this.#textStart(at), this.#packed.ends[at]);
  }

  bytesAt(at: number): Uint8Array {
    return this.#bytes.subarray(this.#textStart(at), this.#packed.ends[at]);
  }

  problemAt(at: number): RecordReadProblem | undefined {
    return this.#packed.problems.get(at);
  }

  /** True when a killed import had already written the record. */
  isDone(at: number): boolean {
    return at < this.#packed.done;
  }
}
