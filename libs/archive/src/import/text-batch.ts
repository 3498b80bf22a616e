import { hash } from 'node:crypto';
import type { RecordProblem } from './record-text.ts';
import type { RecordText } from './record-text.ts';
import { MAPPING_VERSION } from './stored-texts.ts';

/** Records of a batch, at most. */
export const BATCH_RECORDS_MAX = 1_000;
/** Bytes of a batch after which it is sent. */
export const BATCH_BYTES_MAX = 2 * 1024 * 1024;
/** UTF-8 needs at most three bytes per UTF-16 code unit. */
export const BYTES_PER_UNIT = 3;
/** Capacity of a batch: its bytes and one usual record more. */
const CAPACITY_BYTES = BATCH_BYTES_MAX + 256 * 1024;
/** Characters of a record's hash. */
export const HASH_CHARS = 20;

/** Texts of records in one buffer, which is moved to the mapping thread. */
export interface TextBatchBytes {
  /** Of each record its hash, the stamp of its file and its text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes between the hash and the text: what the hash is taken over besides the text. */
  readonly stampBytes: number;
  /** Where each record ends. */
  readonly ends: readonly number[];
  /** Problems of texts that are not records, by index in the batch. */
  readonly problems: ReadonlyMap<number, RecordProblem>;
  /** Number of records at the beginning that a killed import had written. */
  readonly done: number;
}

/** Texts of records that are to be mapped. */
export class TextBatch {
  readonly #stamp: Buffer;
  #bytes: Buffer;
  #used = 0;
  #end = 0;
  readonly #ends: number[] = [];
  readonly #problems = new Map<number, RecordProblem>();
  /** Place and offset of each record, for the report. */
  readonly places: string[] = [];
  readonly offsets: number[] = [];
  /** Number of records at the beginning that a killed import had written. */
  done = 0;

  /** `origin`: what the hash of a text covers besides the text; `buffer`: of an earlier batch, to be reused. */
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
   * Writes a text after the others. Returns the hash of the text with the date of its file and the mapping version. The text
   * belongs to the batch once it is kept.
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

  /** Keeps the text that was written last. */
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

  /** The whole batch. After its bytes were moved to another thread, this batch is empty. */
  get packed(): TextBatchBytes {
    return {
      // This class allocates its buffers itself, never on a SharedArrayBuffer.
      bytes: this.#bytes.subarray(0, this.#used) as Uint8Array<ArrayBuffer>,
      stampBytes: this.#stamp.length,
      ends: this.#ends,
      problems: this.#problems,
      done: this.done,
    };
  }
}

/** The texts of a packed batch. */
export class BatchTexts {
  readonly #bytes: Buffer;
  readonly #packed: TextBatchBytes;

  constructor(packed: TextBatchBytes) {
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

  problemAt(at: number): RecordProblem | undefined {
    return this.#packed.problems.get(at);
  }

  /** Whether a killed import had written the record. */
  isDone(at: number): boolean {
    return at < this.#packed.done;
  }
}
