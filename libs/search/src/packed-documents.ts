import { SearchEngineError } from './search-engine-error.ts';
import type { SearchDocument } from './search-document.ts';

/** Size of a document's header in bytes: length (uint32), then rank, source date, first and last year (doubles). */
const HEAD_BYTES = 4 + 4 * 8;
const TEXTS = 7;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
export const BYTES_PER_UNIT = 3;
const FIRST_BYTES = 1024 * 1024;

/**
 * The documents of a batch of a build in one buffer, which can be transferred to a worker thread. The garbage collector would
 * copy thousands of document objects several times.
 */
export class TransferableDocumentList implements Iterable<SearchDocument> {
  #bytes: Buffer;
  #used = 0;
  readonly #starts: number[] = [];

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Makes an empty list of packed documents. */
  static empty(): TransferableDocumentList {
    return new TransferableDocumentList(Buffer.allocUnsafeSlow(FIRST_BYTES));
  }

  /** Packs documents into a new buffer. A list that is already packed is returned unchanged. */
  static of(documents: Iterable<SearchDocument>): TransferableDocumentList {
    if (documents instanceof TransferableDocumentList) return documents;
    const packed = TransferableDocumentList.empty();
    for (const document of documents) packed.add(document);
    return packed;
  }

  /** Makes a list from the `bytes` of another TransferableDocumentList, without copying them. */
  static from(bytes: Uint8Array): TransferableDocumentList {
    const packed = new TransferableDocumentList(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
    while (packed.#used < packed.#bytes.length) {
      packed.#starts.push(packed.#used);
      packed.#used += packed.#bytes.readUInt32LE(packed.#used);
    }
    return packed;
  }

  get length(): number {
    return this.#starts.length;
  }

  /** The bytes of all documents. After a transfer of their buffer this list cannot be read. */
  get bytes(): Uint8Array<ArrayBuffer> {
    // The cast is safe: all buffers are allocated here, and none is a SharedArrayBuffer.
    return this.#bytes.subarray(0, this.#used) as Uint8Array<ArrayBuffer>;
  }

  /** Returns a copy of all bytes. The copy can be transferred while this list is used again. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(0, this.#used));
  }

  /** Removes all documents. */
  clear(): void {
    this.#used = 0;
    this.#starts.length = 0;
  }

  add(document: SearchDocument): void {
    const { facets } = document;
    const texts = [
      document.id,
      document.hash,
      document.key,
      document.fields.join('\n'),
      `${facets.type}\n${facets.source}\n${facets.rights}\n${facets.form}\n${facets.decade}\n${facets.language}\n${facets.image}`,
      document.entities.join('\n'),
      document.body,
    ];
    let units = 0;
    for (const text of texts) units += text.length;
    this.#reserve(HEAD_BYTES + TEXTS * 4 + units * BYTES_PER_UNIT);
    const start = this.#used;
    const bytes = this.#bytes;
    bytes.writeDoubleLE(document.rank, start + 4);
    bytes.writeDoubleLE(document.stamp, start + 12);
    bytes.writeDoubleLE(facets.from ?? Number.NaN, start + 20);
    bytes.writeDoubleLE(facets.to ?? Number.NaN, start + 28);
    let at = start + HEAD_BYTES;
    for (const text of texts) {
      const length = bytes.write(text, at + 4, 'utf8');
      bytes.writeUInt32LE(length, at);
      at += 4 + length;
    }
    bytes.writeUInt32LE(at - start, start);
    this.#starts.push(start);
    this.#used = at;
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#used + more));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  /** Returns the rank of a document without unpacking it. */
  rankAt(at: number): number {
    return this.#bytes.readDoubleLE((this.#starts[at] ?? 0) + 4);
  }

  /** Returns the id of a document without decoding the rest of the document. */
  idAt(at: number): string {
    const start = (this.#starts[at] ?? 0) + HEAD_BYTES;
    return this.#bytes.toString('utf8', start + 4, start + 4 + this.#bytes.readUInt32LE(start));
  }

  /** Decodes the document at an index of the list. */
  at(at: number): SearchDocument {
    const bytes = this.#bytes;
    const start = this.#starts[at];
    if (start === undefined)
      throw new SearchEngineError('failed', `A batch of the import holds no document ${at}.`);
    let next = start + HEAD_BYTES;
    const text = (): string => {
      const from = next + 4;
      next = from + bytes.readUInt32LE(next);
      return bytes.toString('utf8', from, next);
    };
    const [id, hash, key, fields] = [text(), text(), text(), text().split('\n')];
    const [type = '', source = '', rights = '', form = '', decade = '', language = '', image] =
      text().split('\n');
    const entities = text();
    return {
      id,
      hash,
      key,
      fields,
      rank: bytes.readDoubleLE(start + 4),
      stamp: bytes.readDoubleLE(start + 12),
      facets: {
        type,
        source,
        rights,
        form,
        decade,
        language,
        image: image === 'yes' ? 'yes' : 'no',
        from: yearOf(bytes.readDoubleLE(start + 20)),
        to: yearOf(bytes.readDoubleLE(start + 28)),
      },
      entities: entities === '' ? [] : entities.split('\n'),
      body: text(),
    };
  }

  *[Symbol.iterator](): Generator<SearchDocument> {
    for (let at = 0; at < this.#starts.length; at++) yield this.at(at);
  }
}

function yearOf(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
