import { BackOff, BridgeError, isBridgeError, isNotApplied, type Clock } from '@bridge/kernel';
import { LOCK_NOT_AVAILABLE, sqlState } from './pg-errors.ts';

/** The two steps of a call with an idempotency key; a step returns null when it has no result yet. */
export interface KeyedSteps<T> {
  /** Reads the stored result of a committed twin. */
  readonly findStored: () => Promise<T | null>;
  /** Does the effect; null when a twin holds or has used the idempotency key. */
  readonly attempt: () => Promise<T | null>;
}

/** True when the call was refused for its content, and not because a database or a store is away. */
function isRefusal(error: unknown): boolean {
  return isNotApplied(error) && !isBridgeError(error, 'service_unavailable');
}

/**
 * Runs a call with an idempotency key until it has a result, its own or the stored one of a twin. A twin in flight is
 * awaited without a connection until `giveUpAt` (ms since the epoch); throws idempotency_in_progress then.
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
      // A row lock that is not released in time is treated as a twin in flight.
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) {
        // A refusal may be the effect of a twin that committed after the look-up; its result is then this call's too.
        const result = isRefusal(error) ? await findStored() : null;
        if (result === null) throw error;
        return result;
      }
    }
    if (!(await backOff.pause()))
      throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  }
}
