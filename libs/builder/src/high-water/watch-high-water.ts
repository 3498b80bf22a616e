import { readHighWater, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { Db } from '@bridge/db';
import { BridgeError, isBridgeError, StartError, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { compareHighWater, refusalSentence, type Comparison } from './compare.ts';
import { advancePosition, readPosition } from './high-water.store.ts';

/** A mark is at most 60 s old: every one of several replicas writes one twice in that time. */
const EVERY_MS = 30_000;
/** A start without the store asks again after this time. */
const RETRY_MS = 1_000;
/** The last mark of a process; a store that is away does not hold its end up. */
const LAST_MS_MAX = 2_000;

interface Needs extends Pick<Base, 'log' | 'stopping'> {
  readonly db: Db;
  readonly blobs: BlobStore;
}
/** What was found: `unchecked` until the store answered once. */
export type HighWaterState = 'unchecked' | Comparison;

/** Keeps the mark of this database in the blob store, and knows whether the database is the newest one. */
export interface HighWater {
  readonly state: HighWaterState;
  /** Throws service_unavailable unless the database was compared with the store and is not behind it. */
  demandCurrent(): void;
  /** Writes the last mark of this process. */
  close(): Promise<void>;
}

class Watch implements HighWater {
  readonly #needs: Needs;
  state: HighWaterState = 'unchecked';

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Compares and writes once. */
  async write(): Promise<void> {
    const { db, blobs, log } = this.#needs;
    // Read before the database counts: replicas that write at the same time never find it behind.
    const stored = await readHighWater(blobs);
    const position = await advancePosition(db);
    const before = this.state;
    this.state = compareHighWater(stored, position);
    if (this.state === 'current') await writeHighWater(blobs, position);
    else if (before !== this.state) log.error({ state: this.state }, refusalSentence(this.state));
  }

  demandCurrent(): void {
    if (this.state !== 'current')
      throw new BridgeError(
        'service_unavailable',
        {},
        { cause: `the database and the blob store: ${this.state}`, retryAfterS: 1 },
      );
  }

  async repeat(everyMs: number): Promise<void> {
    const { log, stopping } = this.#needs;
    for (;;) {
      const waitMs = this.state === 'unchecked' ? RETRY_MS : everyMs;
      await delay(waitMs, undefined, { signal: stopping, ref: false });
      await this.write().catch((error: unknown) =>
        log.warn({ err: error }, 'the high-water mark was not written'),
      );
    }
  }

  async close(): Promise<void> {
    const late = new AbortController();
    const last = this.write().catch((error: unknown) =>
      this.#needs.log.warn({ err: error }, 'the last high-water mark was not written'),
    );
    await Promise.race([
      last.finally(() => late.abort()),
      delay(LAST_MS_MAX, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }
}

/** Compares before anything is changed; an unreachable store is compared later. Throws StartError with one sentence. */
async function refuseOldDatabase({ db, blobs }: Needs): Promise<void> {
  const stored = await readHighWater(blobs);
  const found = compareHighWater(stored, await readPosition(db));
  if (found !== 'current') throw new StartError(refusalSentence(found));
}

/**
 * Refuses the start on a database that is behind the store's mark, then writes the mark at once and twice a minute until
 * the process stops. While the store cannot be reached the service starts, and gives no new ids. Throws StartError.
 * Spec: storage.older-database. ADR 022.
 */
export async function openHighWater(needs: Needs, everyMs = EVERY_MS): Promise<HighWater> {
  const watch = new Watch(needs);
  try {
    await refuseOldDatabase(needs);
    await watch.write();
  } catch (error) {
    if (!isBridgeError(error, 'service_unavailable')) throw error;
    needs.log.warn({ err: error }, 'starts without the blob store; creating waits for it');
  }
  watch.repeat(everyMs).catch((error: unknown) => {
    if (!needs.stopping.aborted) needs.log.error({ err: error }, 'the high-water mark ended');
  });
  return watch;
}
