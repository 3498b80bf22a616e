import type { Client } from 'minio';
import type http from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type BlobEntry,
  type BlobRead,
  type BlobStat,
  type BlobStore,
  type Bytes,
  type ByteSource,
  checkKey,
  checkPrefix,
  type StoredStream,
  storeAway,
} from '../blob-store.ts';
import { measure } from '../measure.ts';
import { keyInUse, sha256Of, verify, VerifyingStream } from '../sha256.ts';
import { isHungUp, orNull, storeCode, twiceWhenStale } from './s3-errors.ts';

const PAGE_KEYS = 1_000;
/** An object opened at the store's own address is never a page, whatever it holds. */
const CONTENT_TYPE = 'application/octet-stream';

/** Answers of stores that know no conditional put. */
const NO_CONDITIONS = new Set(['NotImplemented', 'MethodNotAllowed']);

/** What is to be stored; `body` gives the bytes again for each try. */
interface S3Object {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
  body(): Buffer | Readable;
}

/** Objects in a bucket of any S3-compatible store. */
export class S3Store implements BlobStore {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #agent: http.Agent;
  #conditions = true;

  constructor(client: Client, bucket: string, agent: http.Agent) {
    this.#client = client;
    this.#bucket = bucket;
    this.#agent = agent;
  }

  async put(key: string, bytes: Uint8Array, sha256: string): Promise<void> {
    checkKey(key);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.#put({ key, bytes: body.byteLength, sha256, body: () => body });
  }

  async putStream(folder: string, source: ByteSource): Promise<StoredStream> {
    checkPrefix(`${folder}/`);
    const { bytes, sha256, whole } = await measure(source);
    const stored = { key: `${folder}/${sha256}`, bytes, sha256 };
    // Length and hash are signed, so they are known before the first byte leaves; what is large is made once more.
    await this.#put({ ...stored, body: () => whole ?? Readable.from(source()) });
    return stored;
  }

  async stat(key: string): Promise<BlobStat | null> {
    checkKey(key);
    const found = await orNull(() => this.#client.statObject(this.#bucket, key));
    return found === null ? null : { bytes: found.size, storedAt: found.lastModified.getTime() };
  }

  async get(key: string, sha256: string): Promise<Bytes | null> {
    checkKey(key);
    const bytes = await orNull(async () => buffer(await this.#client.getObject(this.#bucket, key)));
    if (bytes === null) return null;
    await verify(key, bytes, sha256);
    return bytes;
  }

  async stream(key: string, sha256: string): Promise<BlobRead | null> {
    const read = await this.#open(key, 0, 0);
    if (read === null) return null;
    // An error of the connection reaches the reader through the pipeline.
    const stream = pipeline(read.stream, new VerifyingStream(key, sha256), () => undefined);
    return { bytes: read.bytes, stream };
  }

  range(key: string, from: number, length: number): Promise<BlobRead | null> {
    return this.#open(key, from, length);
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    checkKey(key);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const object = { key, bytes: body.byteLength, sha256: await sha256Of(body), body: () => body };
    await this.#put(object, false);
  }

  async read(key: string): Promise<Bytes | null> {
    checkKey(key);
    return orNull(async () => buffer(await this.#client.getObject(this.#bucket, key)));
  }

  async move(from: string, to: string): Promise<boolean> {
    checkKey(from);
    checkKey(to);
    const source = `/${this.#bucket}/${from}`;
    const copied = await orNull(() => this.#client.copyObject(this.#bucket, to, source));
    if (copied === null) return false;
    await this.delete(from);
    return true;
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await orNull(() => this.#client.removeObject(this.#bucket, key));
  }

  async *list(prefix: string, after = ''): AsyncGenerator<BlobEntry> {
    checkPrefix(prefix);
    let token = '';
    do {
      const page = await orNull(() =>
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
      // A bucket that is not there yet is made with the first put.
      await this.#client.bucketExists(this.#bucket);
    } catch (error) {
      throw storeAway(error);
    }
  }

  async close(): Promise<void> {
    this.#agent.destroy();
  }

  async #put(object: S3Object, once = true): Promise<void> {
    try {
      await twiceWhenStale(() => this.#send(object, once));
    } catch (error) {
      const code = isHungUp(error) ? await this.#whyHungUp(object.key) : storeCode(error);
      if (code === 'PreconditionFailed') await this.#same(object.key, object.sha256);
      else if (code === 'NoSuchBucket') await this.#putInNewBucket(object, once);
      else if (this.#conditions && NO_CONDITIONS.has(code)) {
        // Keys are made once, so a store without conditions loses the check only, nothing else.
        this.#conditions = false;
        await this.#put(object, once);
      } else throw storeAway(error);
    }
  }

  /**
   * One PUT with the hash we know already: the library's own `putObject` would hash again, on the event loop. The store
   * checks the hash, which is signed, against what arrives.
   */
  async #send({ key, bytes, sha256, body }: S3Object, once: boolean): Promise<void> {
    const condition = once && this.#conditions ? { 'if-none-match': '*' } : {};
    const headers = { 'content-length': bytes, 'content-type': CONTENT_TYPE, ...condition };
    const request = { method: 'PUT', bucketName: this.#bucket, objectName: key, headers };
    const answer = await this.#client.makeRequestStreamAsync(request, body(), sha256, [200], '');
    await buffer(answer);
  }

  /** A store that refuses may hang up before it has taken a large object, and its answer is never heard. */
  async #whyHungUp(key: string): Promise<'PreconditionFailed' | 'NoSuchBucket' | ''> {
    if ((await this.stat(key)) !== null) return 'PreconditionFailed';
    const bucket = await this.#client.bucketExists(this.#bucket).catch((error: unknown) => {
      throw storeAway(error);
    });
    return bucket ? '' : 'NoSuchBucket';
  }

  async #putInNewBucket(object: S3Object, once: boolean): Promise<void> {
    try {
      await this.#client.makeBucket(this.#bucket).catch(async (error: unknown) => {
        // "Exists already" has several spellings; that it exists is what counts.
        if (!(await this.#client.bucketExists(this.#bucket))) throw error;
      });
      await this.#send(object, once);
    } catch (error) {
      throw storeAway(error);
    }
  }

  async #same(key: string, sha256: string): Promise<void> {
    const stored = await orNull(async () => {
      const stream = await this.#client.getObject(this.#bucket, key);
      return measure(() => stream);
    });
    const found = stored?.sha256 ?? 'nothing';
    if (found !== sha256) throw keyInUse(`${key}, stored before,`, sha256, found);
  }

  async #open(key: string, from: number, length: number): Promise<BlobRead | null> {
    checkKey(key);
    const stream = await orNull<Readable>(() =>
      this.#client.getPartialObject(this.#bucket, key, from, length),
    );
    if (stream === null) return null;
    const bytes =
      'headers' in stream
        ? Number((stream as http.IncomingMessage).headers['content-length'])
        : Number.NaN;
    if (Number.isSafeInteger(bytes)) return { bytes, stream };
    stream.destroy();
    throw storeAway('the store did not tell the length');
  }
}
