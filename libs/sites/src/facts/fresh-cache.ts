import { BridgeError, isBridgeError, type Clock } from '@bridge/kernel';
import { LRUCache } from 'lru-cache';

/** How long an answer counts as the present one. */
export const FRESH_MS = 1_000;
/** How long the last answer goes on being served while nobody can be asked. Spec: content.stale. */
export const STALE_MS = 10 * 60_000;
/** Pause before somebody who did not answer is asked about the same thing again. */
const QUIET_MS = 1_000;
/** Readings of one thing before a hint's newer version is given up on. */
const READINGS_MAX = 2;

interface Entry<V> {
  readonly value: V;
  readonly version: number;
  /** When the answer was asked for. */
  readonly at: number;
  quietUntil: number;
}

/** What a cache of public facts needs to know. */
export interface FreshCacheOptions<K, V> {
  readonly clock: Clock;
  readonly entriesMax: number;
  readonly load: (key: K) => Promise<V>;
  /** Rises with every change of the thing; 0 where nobody counts. */
  readonly versionOf: (value: V) => number;
}

/** Nobody could say: not connected, silent, or broken. Every other error is an answer about the thing itself. */
function isAway(error: unknown): boolean {
  return (
    !isBridgeError(error) ||
    ['service_unavailable', 'outcome_unknown', 'internal'].includes(error.code)
  );
}

/**
 * Public facts that are at most a second old while their service answers and at most ten minutes old while it is away.
 * A version known to be out of date is never served, stale or not, so a takedown once seen stays seen. At most
 * `entriesMax` things, the longest unasked dropped first; many askers of one thing cause one load.
 */
export class FreshCache<K extends string | number, V> {
  readonly #options: FreshCacheOptions<K, V>;
  readonly #entries: LRUCache<K, Entry<V>>;
  readonly #loading = new Map<K, Promise<V>>();
  /** Least versions that hints announced, kept until a load has caught up. */
  readonly #announced = new Map<K, number>();

  constructor(options: FreshCacheOptions<K, V>) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.entriesMax,
      dispose: (_entry, key, reason) => {
        if (reason === 'evict') this.#announced.delete(key);
      },
    });
  }

  /** The value if it may be served without asking anybody. */
  peek(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.version < (this.#announced.get(key) ?? 0)) return undefined;
    const now = this.#options.clock.now();
    return now - entry.at < FRESH_MS || now < entry.quietUntil ? entry.value : undefined;
  }

  /** The value, asked for when needed; throws what the service answers, or service_unavailable. */
  async get(key: K): Promise<V> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const loading = this.#loading.get(key);
    if (loading !== undefined) return loading;
    const done = this.#load(key).finally(() => this.#loading.delete(key));
    this.#loading.set(key, done);
    return done;
  }

  /** Hears that the thing has reached a version; one that is not held and not being loaded needs no note. */
  announce(key: K, version: number): void {
    if (!this.#entries.has(key) && !this.#loading.has(key)) return;
    this.#announced.set(key, Math.max(version, this.#announced.get(key) ?? 0));
  }

  async #load(key: K): Promise<V> {
    const { clock, load, versionOf } = this.#options;
    for (let reading = 1; ; reading += 1) {
      const at = clock.now();
      let value: V;
      try {
        value = await load(key);
      } catch (error) {
        return this.#without(key, error);
      }
      const version = versionOf(value);
      const least = Math.max(this.#announced.get(key) ?? 0, this.#entries.get(key)?.version ?? 0);
      if (version >= least) {
        this.#announced.delete(key);
        this.#entries.set(key, { value, version, at, quietUntil: 0 });
        return value;
      }
      // Read before the change that we know of: the next reading is after it.
      if (reading >= READINGS_MAX) return this.#without(key, undefined);
    }
  }

  /** What may be served although nobody could say. */
  #without(key: K, error: unknown): V {
    const entry = this.#entries.get(key);
    const now = this.#options.clock.now();
    if (!isAway(error)) {
      this.#drop(key);
      throw error;
    }
    const outdated = entry !== undefined && entry.version < (this.#announced.get(key) ?? 0);
    if (entry !== undefined && !outdated && now - entry.at <= STALE_MS) {
      entry.quietUntil = Math.min(now + QUIET_MS, entry.at + STALE_MS);
      return entry.value;
    }
    // What is out of date stays as a mark of that, until a load has caught up.
    if (!outdated) this.#drop(key);
    throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
  }

  #drop(key: K): void {
    this.#entries.delete(key);
    this.#announced.delete(key);
  }
}
