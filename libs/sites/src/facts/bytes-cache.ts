import type { StoredObjectReference } from '@bridge/contracts';
import { missingContent, type BlobStore, type TransferableBytes } from '@bridge/blobs';
import { LRUCache } from 'lru-cache';
import { RecentRequestCounts } from './frequency.ts';

/**
 * Caches stored objects (immutable bytes) by SHA-256 after their hash was verified, at most `bytesMax` bytes. Entries stay
 * valid, and are served while the blob store does not answer. A full cache stores an object only when it was requested more
 * often than the objects it would replace (TinyLFU), so a crawler that reads every page once replaces nothing.
 */
export class VerifiedObjectCache {
  readonly #store: Pick<BlobStore, 'get'>;
  readonly #bytesMax: number;
  readonly #entries: LRUCache<string, TransferableBytes>;
  readonly #loading = new Map<string, Promise<TransferableBytes>>();
  readonly #requests = new RecentRequestCounts();

  constructor(store: Pick<BlobStore, 'get'>, bytesMax: number) {
    this.#store = store;
    this.#bytesMax = bytesMax;
    // lru-cache refuses size 0, which the empty object has.
    const sizeCalculation = ({ byteLength }: TransferableBytes): number => Math.max(1, byteLength);
    this.#entries = new LRUCache({ maxSize: bytesMax, sizeCalculation });
  }

  /** Returns the bytes of an object if they are in memory, else undefined. */
  peek(sha256: string): TransferableBytes | undefined {
    const kept = this.#entries.get(sha256);
    if (kept !== undefined) this.#requests.add(sha256);
    return kept;
  }

  /**
   * Returns the bytes of an object, from the cache or the blob store. Throws service_unavailable when the store does not
   * answer, content_damaged when the object is missing or altered.
   */
  async get(object: StoredObjectReference): Promise<TransferableBytes> {
    const { sha256 } = object;
    const kept = this.peek(sha256);
    if (kept !== undefined) return kept;
    this.#requests.add(sha256);
    const loading = this.#loading.get(sha256);
    if (loading !== undefined) return loading;
    const load = this.#load(object).finally(() => this.#loading.delete(sha256));
    this.#loading.set(sha256, load);
    return load;
  }

  async #load({ object, sha256 }: StoredObjectReference): Promise<TransferableBytes> {
    const bytes = await this.#store.get(object, sha256);
    if (bytes === null) throw missingContent(object);
    if (this.#isWorthKeeping(sha256, bytes.byteLength)) this.#entries.set(sha256, bytes);
    return bytes;
  }

  /** True when the object fits into the free space, or was requested more often than each entry that it would replace. */
  #isWorthKeeping(sha256: string, bytes: number): boolean {
    let free = this.#bytesMax - this.#entries.calculatedSize;
    for (const oldest of this.#entries.rkeys()) {
      if (free >= bytes) break;
      if (this.#requests.of(oldest) >= this.#requests.of(sha256)) return false;
      free += this.#entries.peek(oldest)?.byteLength ?? 0;
    }
    return free >= bytes;
  }
}
