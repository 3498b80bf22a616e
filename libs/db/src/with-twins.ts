import { BackOff, BridgeError, isBridgeError, isNotApplied, type Clock } from '@bridge/kernel';
import { LockedIdempotencyKeyError } from './effect/idempotency.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from './pg-errors.ts';

/** The two steps of a call with an idempotency key. Each returns null when it has no result for the call. */
export interface IdempotentCallSteps<T> {
  /** Reads the stored result of another call with the same idempotency key. */
  readonly findStored: () => Promise<T | null>;
  /** Makes the change. Returns null when another call with the same idempotency key is running or has committed. */
  readonly attempt: () => Promise<T | null>;
}

/** True when the call was refused because of its content, and not because a part of the product is unavailable. */
function isRefusal(error: unknown): boolean {
  return isNotApplied(error) && !isBridgeError(error, 'service_unavailable');
}

/**
 * Runs a call with an idempotency key until there is a result: its own, or the stored one of another call with the key. While
 * another call with the key runs, or another transaction locks a row that the change needs, it waits without a database
 * connection. After `giveUpAt` (ms since the Unix epoch) it throws idempotency_in_progress, or service_unavailable when the
 * last attempt waited for a row.
 */
export async function withTwins<T>(
  clock: Clock,
  giveUpAt: number,
  { findStored, attempt }: IdempotentCallSteps<T>,
): Promise<T> {
  const backOff = new BackOff(clock, giveUpAt);
  for (;;) {
    const stored = await findStored();
    if (stored !== null) return stored;
    let lockTimeout: unknown;
    try {
      const result = await attempt();
      if (result !== null) return result;
    } catch (error) {
      if (sqlState(error) === LOCK_NOT_AVAILABLE) lockTimeout = error;
      else if (!(error instanceof LockedIdempotencyKeyError)) {
        // A call with the same key may have committed meanwhile and caused this refusal; its stored result is returned then.
        const result = isRefusal(error) ? await findStored() : null;
        if (result === null) throw error;
        return result;
      }
    }
    if (await backOff.pause()) continue;
    // The last attempt had the idempotency key, so it waited for a row that a transaction without this key has locked.
    if (lockTimeout !== undefined)
      throw new BridgeError('service_unavailable', {}, { cause: lockTimeout, retryAfterS: 1 });
    throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  }
}
