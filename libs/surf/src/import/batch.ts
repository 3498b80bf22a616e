import { type Batch, PackedDocuments, type PutResult, type SearchDocument } from '@bridge/search';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { SourceSummary } from './events.ts';

/** A batch is sent when it has so many records. */
export const BATCH_RECORDS_MAX = 1_000;
/** A batch is sent when its records have so many characters. */
export const BATCH_CHARS_MAX = 3 * 1024 * 1024;
/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

const compress = promisify(zstdCompress);

/** Documents of records on their way into the index, with the texts they were made from. */
export class DocumentBatch {
  readonly documents = PackedDocuments.empty();
  /** How many documents there are of each source. */
  readonly sources = new Map<string, number>();
  #originals = Buffer.allocUnsafeSlow(BATCH_CHARS_MAX / 2);
  #used = 0;
  #chars = 0;

  add(document: SearchDocument, original: string): void {
    const { source } = document.facets;
    this.documents.add(document);
    this.sources.set(source, (this.sources.get(source) ?? 0) + 1);
    this.#keep(`${document.id}\t`);
    this.#keep(original.includes('\n') ? original.replaceAll('\n', ' ') : original);
    this.#keep('\n');
    this.#chars += original.length;
  }

  #keep(text: string): void {
    const most = this.#used + text.length * BYTES_PER_UNIT;
    if (most > this.#originals.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#originals.length, most));
      this.#originals.copy(larger, 0, 0, this.#used);
      this.#originals = larger;
    }
    this.#used += this.#originals.write(text, this.#used, 'utf8');
  }

  get full(): boolean {
    return this.documents.length >= BATCH_RECORDS_MAX || this.#chars >= BATCH_CHARS_MAX;
  }

  /** The batch as it is written, its originals packed; `key` and `value` are the checkpoint after it. */
  async packed(checkpoint: {
    readonly key: string;
    readonly value: string;
  }): Promise<Pick<Batch, 'documents' | 'blobs' | 'checkpoint'>> {
    const { documents } = this;
    if (this.#used === 0) return { documents, checkpoint };
    const bytes = await compress(this.#originals.subarray(0, this.#used), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    const name = `original/${checkpoint.key}/${checkpoint.value}`;
    return { documents, blobs: [{ name, bytes }], checkpoint };
  }
}

/** Counts what became of a batch; it may hold records of two sources, and what is not new is told for the first. */
export function countPut(
  result: PutResult,
  sources: ReadonlyMap<string, number>,
  summaryOf: (source: string) => SourceSummary,
): void {
  const left = { ...result };
  for (const [source, of] of sources) {
    const summary = summaryOf(source);
    let room = of;
    for (const name of ['changed', 'kept', 'unchanged', 'added'] as const) {
      const taken = Math.min(left[name], room);
      left[name] -= taken;
      summary[name] += taken;
      room -= taken;
    }
  }
}
