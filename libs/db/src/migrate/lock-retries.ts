import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LOCK_NOT_AVAILABLE, isRepeatable, sqlState } from '../pg-errors.ts';

/** Longest wait of a migration for a lock, because other statements queue behind its request. */
export const MIGRATION_LOCK_TIMEOUT_MS = 250;
/** Attempts to get the locks of one step; with the pauses about two minutes. */
export const LOCK_TRIES_MAX = 200;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 600;

/** Repeats one step, after a pause of random length, while another transaction holds a lock that it needs. */
export async function withLockRetries<T>(triesMax: number, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      const locked = sqlState(error) === LOCK_NOT_AVAILABLE || isRepeatable(error);
      if (!locked || tries >= triesMax) throw error;
      await delay(randomInt(PAUSE_MS_MIN, PAUSE_MS_MAX));
    }
  }
}
