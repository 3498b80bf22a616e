import { BridgeError, isBridgeError, type Clock } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';

/** Time in ms for which a value counts as current after its request. */
export const FRESH_MS = 1_000;
/** Time in ms for which a value is served while the service does not answer. Spec: content.stale. */
export const STALE_MS = 10 * 60_000;
/** Pause in ms after a failed request before the next one for the same key. */
const RETRY_AFTER_MS = 1_000;
/** Maximum number of requests for one load when a hint announced a newer version than the answer. */
const ATTEMPTS_MAX = 2;

interface CachedFacts<V> {
  readonly value: V;
  readonly version: number;
  /** Time of the request, in ms of the monotonic clock. */
  readonly at: number;
  retryAt: number;
}

/** Options of a cache of public facts. */
export interface PublicFactsCacheOptions<K, V> {
  readonly clock: Clock;
  readonly entriesMax: number;
  readonly load: (key: K) => Promise<V>;
  /** Returns the version of a value, which rises with every change; 0 for values without versions. */
  readonly versionOf: (value: V) => number;
}

/** True when the service did not answer. Other errors are answers about the key. */
function isUnanswered(error: unknown): boolean {
  return (
    !isBridgeError(error) ||
    ['service_unavailable', 'outcome_unknown', 'internal'].includes(error.code)
  );
}

/**
 * A cache of public facts. Values are at most a second old while the service answers, and at most ten minutes old while it
 * does not. A value older than an announced version is never served, so a known takedown stays in effect. Concurrent
 * requests for one key cause one load.
 */
export class PublicFactsCache<K extends string | number, V> {
  readonly #options: PublicFactsCacheOptions<K, V>;
  readonly #entries: LRUCache<K, CachedFacts<V>>;
  readonly #loading = new Map<K, Promise<V>>();
  /** Versions that hints announced and no load has returned yet, by key. */
  readonly #announced = new Map<K, number>();

  constructor(options: PublicFactsCacheOptions<K, V>) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.entriesMax,
      dispose: (_entry, key, reason) => {
        if (reason === 'evict') this.#announced.delete(key);
      },
    });
  }

  /** Returns the value when it may be served without a request. */
  peek(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.version < (this.#announced.get(key) ?? 0)) return undefined;
    const now = this.#options.clock.now();
    return now - entry.at < FRESH_MS || now < entry.retryAt ? entry.value : undefined;
  }

  /** Returns the value, loaded if needed. Throws the error of the service, or service_unavailable. */
  async get(key: K): Promise<V> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const loading = this.#loading.get(key);
    if (loading !== undefined) return loading;
    const done = this.#load(key).finally(() => this.#loading.delete(key));
    this.#loading.set(key, done);
    return done;
  }

  /** Records an announced version. Keys that are neither cached nor loading need no record. */
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
      // The answer is older than the announced change; a second request follows it.
      if (attempt >= ATTEMPTS_MAX) return this.#staleValue(key, undefined);
    }
  }

  /** Returns the stale value after a failed load, or throws. */
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
    // An outdated entry stays, so that its version is not served until a load returns the announced one.
    if (!isOutdated) this.#drop(key);
    throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
  }

  #drop(key: K): void {
    this.#entries.delete(key);
    this.#announced.delete(key);
  }
}
