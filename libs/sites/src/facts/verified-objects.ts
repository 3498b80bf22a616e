import { verifyObject, type BlobStore } from '@bridge/blobs';
import type { StoredObject } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';

/** An object that was verified is delivered without another look for this long. */
const TRUSTED_MS = 60_000;
const REMEMBERED_MAX = 1_000;

interface Verification {
  readonly at: number;
  readonly done: Promise<void>;
}

/**
 * Verifies large objects before their first byte is delivered, each at most once a minute: a part of an object has no
 * hash of its own, and a whole one is known to be altered only at its end.
 */
export class VerifiedObjects {
  readonly #store: Pick<BlobStore, 'stream'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Verifications by SHA-256. The time is compared here: to lru-cache a start at 0 ms is none. */
  readonly #checks = new LRUCache<string, Verification>({ max: REMEMBERED_MAX });

  constructor(store: Pick<BlobStore, 'stream'>, clock: Pick<Clock, 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws content_damaged when the object is missing or altered, service_unavailable when the store is away. */
  demandIntact({ object, sha256 }: StoredObject): Promise<void> {
    const at = this.#clock.monotonic();
    const known = this.#checks.get(sha256);
    if (known !== undefined && at - known.at < TRUSTED_MS) return known.done;
    const done = verifyObject(this.#store, object, sha256).catch((error: unknown) => {
      // What failed is looked at again by the next reader.
      this.#checks.delete(sha256);
      throw error;
    });
    this.#checks.set(sha256, { at, done });
    return done;
  }
}
