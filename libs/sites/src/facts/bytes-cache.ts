import type { StoredObject } from '@bridge/contracts';
import { missing, type BlobStore, type Bytes } from '@bridge/blobs';
import { Frequency } from './frequency.ts';

/**
 * Verified bytes by their SHA-256, at most `bytesMax` in memory. The hash is the key, so what is kept is right for
 * ever, and is served even while the store is away. When full, something new is kept only if it was asked for more
 * often lately than what it would push out: a crawler that reads every page once pushes out nothing.
 */
export class BytesCache {
  readonly #store: Pick<BlobStore, 'get'>;
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Bytes>();
  readonly #loading = new Map<string, Promise<Bytes>>();
  readonly #asked = new Frequency();
  #bytes = 0;

  constructor(store: Pick<BlobStore, 'get'>, bytesMax: number) {
    this.#store = store;
    this.#bytesMax = bytesMax;
  }

  /** Bytes if they are in memory. */
  peek(sha256: string): Bytes | undefined {
    const kept = this.#kept.get(sha256);
    if (kept === undefined) return undefined;
    this.#asked.add(sha256);
    this.#kept.delete(sha256);
    this.#kept.set(sha256, kept);
    return kept;
  }

  /** Bytes of an object; throws service_unavailable when the store is away, content_damaged when they are missing or altered. */
  async get(object: StoredObject): Promise<Bytes> {
    const { sha256 } = object;
    const kept = this.peek(sha256);
    if (kept !== undefined) return kept;
    this.#asked.add(sha256);
    const loading = this.#loading.get(sha256);
    if (loading !== undefined) return loading;
    const load = this.#load(object).finally(() => this.#loading.delete(sha256));
    this.#loading.set(sha256, load);
    return load;
  }

  async #load({ object, sha256 }: StoredObject): Promise<Bytes> {
    const bytes = await this.#store.get(object, sha256);
    if (bytes === null) throw missing(object);
    if (this.#makeRoom(sha256, bytes.byteLength)) {
      this.#kept.set(sha256, bytes);
      this.#bytes += bytes.byteLength;
    }
    return bytes;
  }

  /** Drops the longest unused until there is room; false when one of those is asked for as often as the new one. */
  #makeRoom(sha256: string, bytes: number): boolean {
    const dropped: string[] = [];
    let free = this.#bytesMax - this.#bytes;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (free >= bytes) break;
      if (this.#asked.of(oldest) >= this.#asked.of(sha256)) return false;
      dropped.push(oldest);
      free += byteLength;
    }
    if (free < bytes) return false;
    for (const name of dropped) this.#kept.delete(name);
    this.#bytes = this.#bytesMax - free;
    return true;
  }
}
