import { BackOff, BridgeError, isBridgeError, isNotApplied, type Clock } from '@bridge/kernel';
import { LOCK_NOT_AVAILABLE, sqlState } from './pg-errors.ts';

/** The two steps of a call with an idempotency key. Each returns null when it has no result. */
export interface KeyedSteps<T> {
  /** Reads the stored result of another call with the same key. */
  readonly findStored: () => Promise<T | null>;
  /** Runs the effect. Returns null when another call holds or has used the idempotency key. */
  readonly attempt: () => Promise<T | null>;
}

/** True when the call was refused because of its content, and not because a part of the product is unavailable. */
function isRefusal(error: unknown): boolean {
  return isNotApplied(error) && !isBridgeError(error, 'service_unavailable');
}

/**
 * Runs a call with an idempotency key until there is a result: its own, or the stored one of another call with the key. A
 * running one is awaited without a connection; after `giveUpAt` (ms since the Unix epoch) throws idempotency_in_progress.
 */
export async function withTwins<T>(
  clock: Clock,
  giveUpAt: number,
  { findStored, attempt }: KeyedSteps<T>,
): Promise<T> {
  const backOff = new BackOff(clock, giveUpAt);
  for (;;) {
    const stored = await findStored();
    if (stored !== null) return stored;
    try {
      const result = await attempt();
      if (result !== null) return result;
    } catch (error) {
      // A lock timeout means that another call with the same key is running.
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) {
        // Another call with the key may have committed after `findStored` and caused this refusal: then use its result.
        const result = isRefusal(error) ? await findStored() : null;
        if (result === null) throw error;
        return result;
      }
    }
    if (!(await backOff.pause()))
      throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  }
}
