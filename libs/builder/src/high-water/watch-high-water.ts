import { readHighWater, writeHighWater, type BlobStore } from '@bridge/blobs';
import type { DatabaseClient } from '@bridge/db';
import {
  BridgeError,
  isBridgeError,
  ProgramStartError,
  type CommonModuleDeps,
} from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { compareHighWater, refusalSentence, type HighWaterMarkComparison } from './compare.ts';
import { advancePosition, readPosition } from './high-water.store.ts';

/**
 * Interval in ms at which each replica writes the high-water mark to the blob store. The mark must be at most 60 s old, so it
 * is written twice in that time.
 */
const EVERY_MS = 30_000;
/** Interval in ms between the attempts to read the high-water mark, until the blob store answers for the first time. */
const RETRY_MS = 1_000;
/** Maximum time in ms that a stopping process waits for its last write of the high-water mark. */
const LAST_MS_MAX = 2_000;

/** The dependencies of the high-water mark monitor: the database, the blob store with the mark, log and stop signal. */
interface HighWaterMarkMonitorDeps extends Pick<CommonModuleDeps, 'log' | 'stopping'> {
  readonly db: DatabaseClient;
  readonly blobs: BlobStore;
}
/**
 * The result of the last comparison of the database with the high-water mark; `unchecked` until the blob store has answered for
 * the first time.
 */
export type HighWaterMarkState = 'unchecked' | HighWaterMarkComparison;

/**
 * Regularly compares the database with its high-water mark (the copy of its counters in the blob store) and then writes a
 * higher mark. A mismatch shows that the database was restored from an old backup.
 */
export class HighWaterMarkMonitor {
  readonly #needs: HighWaterMarkMonitorDeps;
  #state: HighWaterMarkState = 'unchecked';

  constructor(needs: HighWaterMarkMonitorDeps) {
    this.#needs = needs;
  }

  get state(): HighWaterMarkState {
    return this.#state;
  }

  /** Compares the database with the high-water mark in the blob store, and writes a higher mark if the two match. */
  async compare(): Promise<void> {
    const { db, blobs } = this.#needs;
    // The high-water mark is read from the blob store before the database’s values.
    // In the other order, another replica could write a higher mark in between, and this database would seem outdated.
    const stored = await readHighWater(blobs);
    this.#state = compareHighWater(stored, await readPosition(db));
    // The counter of an outdated database must not rise.
    // If each comparison raised it, it would at some time reach the counter in the mark and the database would seem current.
    if (this.#state === 'current') await writeHighWater(blobs, await advancePosition(db));
  }

  /**
   * Throws service_unavailable while the database has not been compared with the high-water mark, or when the two do not match.
   */
  demandCurrent(): void {
    if (this.#state !== 'current')
      throw new BridgeError(
        'service_unavailable',
        {},
        { cause: `the database and the blob store: ${this.#state}`, retryAfterS: 1 },
      );
  }

  /** Repeats the comparison every `everyMs` ms until the process stops. Logs each new mismatch once. */
  async repeat(everyMs: number): Promise<void> {
    const { log, stopping } = this.#needs;
    for (;;) {
      const before = this.#state;
      const waitMs = before === 'unchecked' ? RETRY_MS : everyMs;
      await delay(waitMs, undefined, { signal: stopping, ref: false });
      await this.compare().catch((error: unknown) =>
        log.warn({ err: error }, 'high_water_not_written'),
      );
      const state = this.#state;
      if (state !== before && state !== 'current' && state !== 'unchecked')
        log.error({ state, sentence: refusalSentence(state) }, 'database_refused');
    }
  }

  /** Compares and writes the mark for the last time; called when the process stops. */
  async close(): Promise<void> {
    const late = new AbortController();
    const last = this.compare().catch((error: unknown) =>
      this.#needs.log.warn({ err: error }, 'last_high_water_not_written'),
    );
    await Promise.race([
      last.finally(() => late.abort()),
      delay(LAST_MS_MAX, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }
}

/**
 * Starts the monitor, which writes the high-water mark every `everyMs` ms. Throws ProgramStartError when the database does not
 * match the mark in the blob store. When the store does not answer, the service starts but allocates no website ids until it
 * does. Spec: storage.older-database. ADR 022.
 */
export async function openHighWater(
  needs: HighWaterMarkMonitorDeps,
  everyMs = EVERY_MS,
): Promise<HighWaterMarkMonitor> {
  const monitor = new HighWaterMarkMonitor(needs);
  try {
    await monitor.compare();
  } catch (error) {
    if (!isBridgeError(error, 'service_unavailable')) throw error;
    needs.log.warn({ err: error }, 'blob_store_away_at_start');
  }
  const { state } = monitor;
  if (state !== 'current' && state !== 'unchecked')
    throw new ProgramStartError(refusalSentence(state));
  monitor.repeat(everyMs).catch((error: unknown) => {
    if (!needs.stopping.aborted) needs.log.error({ err: error }, 'high_water_ended');
  });
  return monitor;
}
