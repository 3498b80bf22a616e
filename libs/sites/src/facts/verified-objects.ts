import { verifyObject, type BlobStore } from '@bridge/blobs';
import type { StoredObjectReference } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';

/** Time in ms for which an object whose hash was verified is not verified again. */
const TRUSTED_MS = 60_000;
const VERIFICATIONS_MAX = 1_000;

/** The verification of an object's hash: its start in ms of the monotonic clock, and its result. */
interface ObjectHashVerificationRun {
  readonly at: number;
  readonly done: Promise<void>;
}

/**
 * Verifies large objects before their first byte is sent, each at most once a minute. Checking while sending would be too late:
 * the hash of a stream is known only at its end, and a range has no hash of its own.
 */
export class LargeObjectVerifier {
  readonly #store: Pick<BlobStore, 'stream'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Verifications by SHA-256. This class compares their age itself, because lru-cache treats a start at 0 ms as absent. */
  readonly #checks = new LRUCache<string, ObjectHashVerificationRun>({ max: VERIFICATIONS_MAX });

  constructor(store: Pick<BlobStore, 'stream'>, clock: Pick<Clock, 'monotonic'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws content_damaged when the object is missing or altered, service_unavailable when the store does not answer. */
  demandIntact({ object, sha256 }: StoredObjectReference): Promise<void> {
    const at = this.#clock.monotonic();
    const known = this.#checks.get(sha256);
    if (known !== undefined && at - known.at < TRUSTED_MS) return known.done;
    const done = verifyObject(this.#store, object, sha256).catch((error: unknown) => {
      // A failed verification is not cached, so the next request verifies the object again.
      this.#checks.delete(sha256);
      throw error;
    });
    this.#checks.set(sha256, { at, done });
    return done;
  }
}
