import { readHighWater, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { Db } from '@bridge/db';
import { BridgeError, isBridgeError, StartError, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { compareHighWater, refusalSentence, type HighWaterComparison } from './compare.ts';
import { advancePosition, readPosition } from './high-water.store.ts';

/** Interval of the writes. The mark may be at most 60 s old, so each replica writes it twice in that time. */
const EVERY_MS = 30_000;
/** Interval of the attempts to read the mark until the blob store answers for the first time. */
const RETRY_MS = 1_000;
/** Maximum time of the last write when the process stops. */
const LAST_MS_MAX = 2_000;

/** The dependencies of the high-water watch, which detects a database that was restored from an old backup. */
interface WatchDeps extends Pick<Base, 'log' | 'stopping'> {
  readonly db: Db;
  readonly blobs: BlobStore;
}
/** The result of the last comparison; `unchecked` until the store has answered for the first time. */
export type HighWaterState = 'unchecked' | HighWaterComparison;

/**
 * The high-water mark of this database: written to the blob store regularly and compared with it. It detects a database
 * that was restored from an old backup.
 */
export interface HighWater {
  readonly state: HighWaterState;
  /** Throws service_unavailable when the database has not been compared with the store yet, or is older. */
  demandCurrent(): void;
  /** Writes the mark for the last time; called when the process stops. */
  close(): Promise<void>;
}

/**
 * The high-water watch of one process: compares the database with the high-water mark in the blob store, then raises the mark.
 */
class HighWaterWatch implements HighWater {
  readonly #needs: WatchDeps;
  state: HighWaterState = 'unchecked';

  constructor(needs: WatchDeps) {
    this.#needs = needs;
  }

  /** Compares the database with the mark once; writes the new mark when the database is current. */
  async write(): Promise<void> {
    const { db, blobs, log } = this.#needs;
    // The mark is read before the counter is incremented. In the other order a concurrent replica could write a greater
    // mark, and the database would seem behind.
    const stored = await readHighWater(blobs);
    const position = await advancePosition(db);
    const before = this.state;
    this.state = compareHighWater(stored, position);
    if (this.state === 'current') await writeHighWater(blobs, position);
    else if (before !== this.state)
      log.error({ state: this.state, sentence: refusalSentence(this.state) }, 'database_refused');
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
        log.warn({ err: error }, 'high_water_not_written'),
      );
    }
  }

  async close(): Promise<void> {
    const late = new AbortController();
    const last = this.write().catch((error: unknown) =>
      this.#needs.log.warn({ err: error }, 'last_high_water_not_written'),
    );
    await Promise.race([
      last.finally(() => late.abort()),
      delay(LAST_MS_MAX, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }
}

/** Compares database and store before the service changes anything. Throws StartError when the database is behind. */
async function refuseOldDatabase({ db, blobs }: WatchDeps): Promise<void> {
  const stored = await readHighWater(blobs);
  const found = compareHighWater(stored, await readPosition(db));
  if (found !== 'current') throw new StartError(refusalSentence(found));
}

/**
 * Refuses the start on a database that is behind the mark in the store; then writes the mark every `everyMs`. When the
 * store does not answer, the service starts but allocates no website ids. Throws StartError.
 * Spec: storage.older-database. ADR 022.
 */
export async function openHighWater(needs: WatchDeps, everyMs = EVERY_MS): Promise<HighWater> {
  const watch = new HighWaterWatch(needs);
  try {
    await refuseOldDatabase(needs);
    await watch.write();
  } catch (error) {
    if (!isBridgeError(error, 'service_unavailable')) throw error;
    needs.log.warn({ err: error }, 'blob_store_away_at_start');
  }
  watch.repeat(everyMs).catch((error: unknown) => {
    if (!needs.stopping.aborted) needs.log.error({ err: error }, 'high_water_ended');
  });
  return watch;
}
