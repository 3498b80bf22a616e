import type { Client } from 'minio';
import type http from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type BlobListEntry,
  type BlobReadStream,
  type BlobStat,
  type BlobStore,
  type TransferableBytes,
  type RepeatableByteSource,
  checkKey,
  checkPrefix,
  type ObjectStoredFromStream,
  storeAway,
} from '../blob-store.ts';
import { measure } from '../measure.ts';
import { sha256Of, verify, HashVerifyingStream } from '../sha256.ts';
import { requestOrNull } from './s3-errors.ts';
import { S3Writer } from './s3-writer.ts';

const PAGE_KEYS = 1_000;

/** A blob store that stores objects in a bucket of an S3-compatible store. */
export class S3Store implements BlobStore {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #agent: http.Agent;
  readonly #writer: S3Writer;

  constructor(client: Client, bucket: string, agent: http.Agent) {
    this.#client = client;
    this.#bucket = bucket;
    this.#agent = agent;
    this.#writer = new S3Writer(client, bucket);
  }

  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    checkKey(key);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.#writer.putOnce({ key, bytes: body.byteLength, sha256, body: () => body });
  }

  async putStream(folder: string, source: RepeatableByteSource): Promise<ObjectStoredFromStream> {
    checkPrefix(`${folder}/`);
    const { bytes, sha256, whole } = await measure(source);
    const stored = { key: `${folder}/${sha256}`, bytes, sha256 };
    // S3 needs length and hash before the first byte, so a source over 1 MiB is read twice.
    await this.#writer.putOnce({ ...stored, body: () => whole ?? Readable.from(source()) });
    return stored;
  }

  async stat(key: string): Promise<BlobStat | null> {
    checkKey(key);
    const found = await requestOrNull(() => this.#client.statObject(this.#bucket, key));
    return found === null ? null : { bytes: found.size, storedAt: found.lastModified.getTime() };
  }

  async get(key: string, sha256: string): Promise<TransferableBytes | null> {
    checkKey(key);
    const bytes = await requestOrNull(async () =>
      buffer(await this.#client.getObject(this.#bucket, key)),
    );
    if (bytes === null) return null;
    await verify(key, bytes, sha256);
    return bytes;
  }

  async stream(key: string, sha256: string): Promise<BlobReadStream | null> {
    const read = await this.#open(key, 0, 0);
    if (read === null) return null;
    // `pipeline` makes an error of the connection an error of the returned stream.
    const stream = pipeline(read.stream, new HashVerifyingStream(key, sha256), () => undefined);
    return { bytes: read.bytes, stream };
  }

  range(key: string, from: number, length: number): Promise<BlobReadStream | null> {
    return this.#open(key, from, length);
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    checkKey(key);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const object = { key, bytes: body.byteLength, sha256: await sha256Of(body), body: () => body };
    await this.#writer.replace(object);
  }

  async read(key: string): Promise<TransferableBytes | null> {
    checkKey(key);
    return requestOrNull(async () => buffer(await this.#client.getObject(this.#bucket, key)));
  }

  async move(from: string, to: string): Promise<boolean> {
    checkKey(from);
    checkKey(to);
    const source = `/${this.#bucket}/${from}`;
    const copied = await requestOrNull(() => this.#client.copyObject(this.#bucket, to, source));
    if (copied === null) return false;
    await this.delete(from);
    return true;
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await requestOrNull(() => this.#client.removeObject(this.#bucket, key));
  }

  async *list(prefix: string, after = ''): AsyncGenerator<BlobListEntry> {
    checkPrefix(prefix);
    let token = '';
    do {
      const page = await requestOrNull(() =>
        this.#client.listObjectsV2Query(this.#bucket, prefix, token, '', PAGE_KEYS, after),
      );
      if (page === null) return;
      for (const item of page.objects) {
        if (item.name === undefined || item.lastModified === undefined) continue;
        yield { key: item.name, bytes: item.size, storedAt: item.lastModified.getTime() };
      }
      token = page.isTruncated ? page.nextContinuationToken : '';
    } while (token !== '');
  }

  async check(): Promise<void> {
    try {
      // Only the connection is checked: a missing bucket is created by the first PUT.
      await this.#client.bucketExists(this.#bucket);
    } catch (error) {
      throw storeAway(error);
    }
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  async #open(key: string, from: number, length: number): Promise<BlobReadStream | null> {
    checkKey(key);
    const stream = await requestOrNull<Readable>(() =>
      this.#client.getPartialObject(this.#bucket, key, from, length),
    );
    if (stream === null) return null;
    const bytes =
      'headers' in stream
        ? Number((stream as http.IncomingMessage).headers['content-length'])
        : Number.NaN;
    if (Number.isSafeInteger(bytes)) return { bytes, stream };
    stream.destroy();
    throw storeAway('the store sent no content-length');
  }
}
