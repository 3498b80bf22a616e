import { BridgeError, isBridgeError, type Clock } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';

/** Time in ms after a load during which the loaded value is served without a new load. */
export const FRESH_MS = 1_000;
/**
 * Time in ms after a load during which the value is served while the service that provides it does not answer.
 * Spec: content.stale.
 */
export const STALE_MS = 10 * 60_000;
/** Pause in ms after a failed load before the next load for the same key. */
const RETRY_AFTER_MS = 1_000;
/**
 * Maximum number of requests for one load. The second one is sent when the first answer is older than a version that a hint (a
 * message about a newer version) has announced.
 */
const ATTEMPTS_MAX = 2;

/** A cached value with its version and the times that decide about the next load. */
interface PublicStateCacheEntry<V> {
  readonly value: V;
  readonly version: number;
  /** Time at which the value was requested, in ms since the epoch. */
  readonly at: number;
  /** Earliest time of the next load after a failed one, in ms since the epoch; 0 without a failure. */
  retryAt: number;
}

/** Options of a cache of public facts, the public state of websites or Worlds. */
export interface PublicStateCacheOptions<K, V> {
  readonly clock: Clock;
  readonly entriesMax: number;
  readonly load: (key: K) => Promise<V>;
  /**
   * Returns the version of a value, a number that rises with every change. Returns 0 for values without versions, whose changes
   * no hint announces.
   */
  readonly versionOf: (value: V) => number;
}

/** True when an error means that the requested service did not answer. Other errors, such as `gone`, are answers. */
function isUnanswered(error: unknown): boolean {
  return (
    !isBridgeError(error) ||
    ['service_unavailable', 'outcome_unknown', 'internal'].includes(error.code)
  );
}

/**
 * Caches public facts of websites or Worlds. A value is at most 1 s old while the service answers, and at most 10 min old while
 * it does not. A value older than the version in a received hint (a message about a newer version) is never served, so a known
 * takedown stays in effect. Concurrent requests for one key share one load.
 */
export class PublicStateCache<K extends string | number, V> {
  readonly #options: PublicStateCacheOptions<K, V>;
  readonly #entries: LRUCache<K, PublicStateCacheEntry<V>>;
  readonly #loading = new Map<K, Promise<V>>();
  /** Versions that hints (messages about newer values) have announced and that are newer than the cached ones, by key. */
  readonly #announced = new Map<K, number>();

  constructor(options: PublicStateCacheOptions<K, V>) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.entriesMax,
      dispose: (_entry, key, reason) => {
        if (reason === 'evict') this.#announced.delete(key);
      },
    });
  }

  /** Returns the cached value when it may be served without a request to the service, else undefined. */
  peek(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.version < (this.#announced.get(key) ?? 0)) return undefined;
    const now = this.#options.clock.now();
    return now - entry.at < FRESH_MS || now < entry.retryAt ? entry.value : undefined;
  }

  /**
   * Returns the cached value, or loads it. Throws the error with which the service answered, or service_unavailable when it did
   * not answer.
   */
  async get(key: K): Promise<V> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const loading = this.#loading.get(key);
    if (loading !== undefined) return loading;
    const done = this.#load(key).finally(() => this.#loading.delete(key));
    this.#loading.set(key, done);
    return done;
  }

  /**
   * Records that a hint (a message about a newer value) announced this version for a key. A key that is neither cached nor
   * loading needs no record.
   */
  announce(key: K, version: number): void {
    if (!this.#entries.has(key) && !this.#loading.has(key)) return;
    this.#announced.set(key, Math.max(version, this.#announced.get(key) ?? 0));
  }

  async #load(key: K): Promise<V> {
    const { clock, load, versionOf } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const at = clock.now();
      let value: V;
      try {
        value = await load(key);
      } catch (error) {
        return this.#staleValue(key, error);
      }
      const version = versionOf(value);
      const least = Math.max(this.#announced.get(key) ?? 0, this.#entries.get(key)?.version ?? 0);
      if (version >= least) {
        this.#announced.delete(key);
        this.#entries.set(key, { value, version, at, retryAt: 0 });
        return value;
      }
      // The loaded value is older than the announced version, so one more request is sent, up to ATTEMPTS_MAX.
      if (attempt >= ATTEMPTS_MAX) return this.#staleValue(key, undefined);
    }
  }

  /** Returns the cached value after a failed load, if it may still be served; else throws. */
  #staleValue(key: K, error: unknown): V {
    const entry = this.#entries.get(key);
    const now = this.#options.clock.now();
    if (!isUnanswered(error)) {
      this.#drop(key);
      throw error;
    }
    const isOutdated = entry !== undefined && entry.version < (this.#announced.get(key) ?? 0);
    if (entry !== undefined && !isOutdated && now - entry.at <= STALE_MS) {
      entry.retryAt = Math.min(now + RETRY_AFTER_MS, entry.at + STALE_MS);
      return entry.value;
    }
    // An entry older than the announced version stays in the cache, but is not served before a load returns the announced
    // version.
    if (!isOutdated) this.#drop(key);
    throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
  }

  #drop(key: K): void {
    this.#entries.delete(key);
    this.#announced.delete(key);
  }
}
