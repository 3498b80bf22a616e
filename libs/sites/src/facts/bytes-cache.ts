import type { StoredObject } from '@bridge/contracts';
import { missing, type BlobStore, type Bytes } from '@bridge/blobs';
import { LRUCache } from 'lru-cache';
import { Frequency } from './frequency.ts';

/**
 * Verified bytes by their SHA-256, at most `bytesMax` in memory. The hash is the key, so what is kept is right for
 * ever, and is served even while the store is away. When full, something new is kept only if it was asked for more
 * often lately than what it would push out: a crawler that reads every page once pushes out nothing.
 */
export class BytesCache {
  readonly #store: Pick<BlobStore, 'get'>;
  readonly #bytesMax: number;
  readonly #kept: LRUCache<string, Bytes>;
  readonly #loading = new Map<string, Promise<Bytes>>();
  readonly #asked = new Frequency();

  constructor(store: Pick<BlobStore, 'get'>, bytesMax: number) {
    this.#store = store;
    this.#bytesMax = bytesMax;
    // The empty object has a size too: a cache without sizes would have no bound.
    const sizeCalculation = ({ byteLength }: Bytes): number => Math.max(1, byteLength);
    this.#kept = new LRUCache({ maxSize: bytesMax, sizeCalculation });
  }

  /** Bytes if they are in memory. */
  peek(sha256: string): Bytes | undefined {
    const kept = this.#kept.get(sha256);
    if (kept !== undefined) this.#asked.add(sha256);
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
    if (this.#isWorthKeeping(sha256, bytes.byteLength)) this.#kept.set(sha256, bytes);
    return bytes;
  }

  /** False when something that would be dropped for these bytes is requested as often as they are. */
  #isWorthKeeping(sha256: string, bytes: number): boolean {
    let free = this.#bytesMax - this.#kept.calculatedSize;
    for (const oldest of this.#kept.rkeys()) {
      if (free >= bytes) break;
      if (this.#asked.of(oldest) >= this.#asked.of(sha256)) return false;
      free += this.#kept.peek(oldest)?.byteLength ?? 0;
    }
    return free >= bytes;
  }
}
