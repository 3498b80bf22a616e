const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the retries of an event, ms; together they last less than 24 hours. Spec: webhooks.retries. */
const RETRY_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  7 * HOUR,
  12.5 * HOUR,
] as const;
/**
 * Maximum share by which a pause is shortened at random, so that receivers that failed together are not retried
 * together.
 */
const JITTER = 0.2;

/**
 * Returns the pause after the failed attempt with this number (from 1); null after the last retry. `random` is in [0,
 * 1).
 */
export function retryDelayMs(failed: number, random: number): number | null {
  const ms = RETRY_MS[failed - 1];
  return ms === undefined ? null : Math.round(ms * (1 - JITTER * random));
}
