import type { StoredObject } from '@bridge/contracts';
import type { BlobStore, Bytes } from '@bridge/blobs';
import { BridgeError } from '@bridge/kernel';

/**
 * Verified bytes by their SHA-256, at most `bytesMax` in memory, the longest unused dropped first. The hash is the key,
 * so what is kept is right for ever, and is served even while the store is away.
 */
export class BytesCache {
  readonly #store: Pick<BlobStore, 'get'>;
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Bytes>();
  readonly #loading = new Map<string, Promise<Bytes>>();
  #bytes = 0;

  constructor(store: Pick<BlobStore, 'get'>, bytesMax: number) {
    this.#store = store;
    this.#bytesMax = bytesMax;
  }

  /** Bytes if they are in memory. */
  peek(sha256: string): Bytes | undefined {
    const kept = this.#kept.get(sha256);
    if (kept === undefined) return undefined;
    this.#kept.delete(sha256);
    this.#kept.set(sha256, kept);
    return kept;
  }

  /** Bytes of an object; throws service_unavailable when the store is away, internal when they are lost or corrupt. */
  async get(object: StoredObject): Promise<Bytes> {
    const { sha256 } = object;
    const kept = this.peek(sha256);
    if (kept !== undefined) return kept;
    const loading = this.#loading.get(sha256);
    if (loading !== undefined) return loading;
    const load = this.#load(object).finally(() => this.#loading.delete(sha256));
    this.#loading.set(sha256, load);
    return load;
  }

  async #load({ object, sha256 }: StoredObject): Promise<Bytes> {
    const bytes = await this.#store.get(object, sha256);
    if (bytes === null)
      throw new BridgeError('internal', {}, { cause: `object ${object} is lost` });
    this.#kept.set(sha256, bytes);
    this.#bytes += bytes.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
    return bytes;
  }
}
