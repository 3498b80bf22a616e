import type { Batch, PutResult, SearchDocument } from '@bridge/search';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { SourceSummary } from './events.ts';

/** A batch is sent when it has so many records. */
export const BATCH_RECORDS_MAX = 1_000;
/** A batch is sent when its records have so many characters. */
export const BATCH_CHARS_MAX = 3 * 1024 * 1024;

const compress = promisify(zstdCompress);

/** Documents of records on their way into the index, with the texts they were made from. */
export class DocumentBatch {
  readonly documents: SearchDocument[] = [];
  #lines: string[] = [];
  #chars = 0;

  add(document: SearchDocument, original: string): void {
    this.documents.push(document);
    this.#lines.push(`${document.id}\t${original.replaceAll('\n', ' ')}`);
    this.#chars += original.length;
  }

  get full(): boolean {
    return this.documents.length >= BATCH_RECORDS_MAX || this.#chars >= BATCH_CHARS_MAX;
  }

  /** The batch as it is written, its originals packed; `key` and `value` are the checkpoint after it. */
  async packed(checkpoint: {
    readonly key: string;
    readonly value: string;
  }): Promise<Pick<Batch, 'documents' | 'blobs' | 'checkpoint'>> {
    const text = this.#lines.join('\n');
    this.#lines = [];
    if (text === '') return { documents: this.documents, checkpoint };
    const bytes = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
    const name = `original/${checkpoint.key}/${checkpoint.value}`;
    return { documents: this.documents, blobs: [{ name, bytes }], checkpoint };
  }
}

/** Counts what became of a batch; it may hold records of two sources, and what is not new is told for the first. */
export function countPut(
  result: PutResult,
  documents: readonly SearchDocument[],
  summaryOf: (source: string) => SourceSummary,
): void {
  const sources = new Map<string, number>();
  for (const { facets } of documents)
    sources.set(facets.source, (sources.get(facets.source) ?? 0) + 1);
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
