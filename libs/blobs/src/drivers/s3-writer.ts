import { errorCodeOf } from '@bridge/kernel';
import type { Client } from 'minio';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storeAway } from '../blob-store.ts';
import { measure } from '../measure.ts';
import { keyInUse } from '../sha256.ts';
import { isHungUp, requestOrNull, twiceWhenStale } from './s3-errors.ts';

/** Content type of all objects. A browser never renders an object of this type that it loads from the store’s address. */
const CONTENT_TYPE = 'application/octet-stream';
/** Error codes of S3 stores that do not support a PUT with the condition “only if absent”. */
const NO_CONDITIONS = new Set(['NotImplemented', 'MethodNotAllowed']);

/** An object to store; `body` returns its bytes and is called for each attempt. */
export interface S3ObjectToStore {
  readonly key: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string;
  body(): Buffer | Readable;
}

/** Writes objects into a bucket. The first write creates a missing bucket. */
export class S3Writer {
  readonly #client: Client;
  readonly #bucket: string;
  #conditions = true;

  constructor(client: Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** Stores an object. Does nothing when the same bytes are stored under the key; throws `internal` when other bytes are. */
  putOnce(object: S3ObjectToStore): Promise<void> {
    return this.#put(object, true);
  }

  /** Stores an object and replaces an existing one with the same key. */
  replace(object: S3ObjectToStore): Promise<void> {
    return this.#put(object, false);
  }

  async #put(object: S3ObjectToStore, once: boolean): Promise<void> {
    try {
      await twiceWhenStale(() => this.#send(object, once));
    } catch (error) {
      const code = isHungUp(error) ? await this.#whyHungUp(object.key, once) : errorCodeOf(error);
      if (code === 'PreconditionFailed') await this.#same(object.key, object.sha256);
      else if (code === 'NoSuchBucket') await this.#putInNewBucket(object, once);
      else if (this.#conditions && NO_CONDITIONS.has(code)) {
        // Without conditional PUT, other bytes under this key would be overwritten. Keys are unique, so there are none.
        this.#conditions = false;
        await this.#put(object, once);
      } else throw storeAway(error);
    }
  }

  /**
   * Sends one PUT with the known hash and, if supported, the condition “only if absent”. The library’s `putObject` would hash
   * the bytes again on the event loop and supports no condition.
   */
  async #send({ key, bytes, sha256, body }: S3ObjectToStore, once: boolean): Promise<void> {
    const condition = once && this.#conditions ? { 'if-none-match': '*' } : {};
    const headers = { 'content-length': bytes, 'content-type': CONTENT_TYPE, ...condition };
    const request = { method: 'PUT', bucketName: this.#bucket, objectName: key, headers };
    const answer = await this.#client.makeRequestStreamAsync(request, body(), sha256, [200], '');
    await buffer(answer);
  }

  /**
   * Finds the reason why the store closed the connection during a PUT, because the response with the reason was lost. Returns
   * an empty text when the reason is unknown. A PUT without the condition “only if absent” is never refused because of an
   * existing object.
   */
  async #whyHungUp(
    key: string,
    once: boolean,
  ): Promise<'PreconditionFailed' | 'NoSuchBucket' | ''> {
    const read = () => this.#client.statObject(this.#bucket, key);
    if (once && (await requestOrNull(read)) !== null) return 'PreconditionFailed';
    const bucket = await this.#client.bucketExists(this.#bucket).catch((error: unknown) => {
      throw storeAway(error);
    });
    return bucket ? '' : 'NoSuchBucket';
  }

  async #putInNewBucket(object: S3ObjectToStore, once: boolean): Promise<void> {
    try {
      await this.#client.makeBucket(this.#bucket).catch(async (error: unknown) => {
        // For an existing bucket, stores return different error codes; so the existence is checked instead.
        if (!(await this.#client.bucketExists(this.#bucket))) throw error;
      });
      await this.#send(object, once);
    } catch (error) {
      throw storeAway(error);
    }
  }

  async #same(key: string, sha256: string): Promise<void> {
    const stored = await requestOrNull(async () => {
      const stream = await this.#client.getObject(this.#bucket, key);
      return measure(() => stream);
    });
    const found = stored?.sha256 ?? 'nothing';
    if (found !== sha256) throw keyInUse(`${key}, stored before,`, sha256, found);
  }
}
