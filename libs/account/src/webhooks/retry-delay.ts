const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Pauses in ms before the retries of sending an event to a webhook; together they last less than 24 hours.
 * Spec: webhooks.retries.
 */
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
 * Maximum share by which the pause before a retry is shortened at random, so that receivers that failed together are not
 * retried together.
 */
const JITTER = 0.2;

/**
 * Returns the pause in ms before the next attempt to send an event, after the failed attempt with the number `failed` (from 1);
 * null when no retry follows. `random` (from 0, below 1) shortens the pause.
 */
export function retryDelayMs(failed: number, random: number): number | null {
  const ms = RETRY_MS[failed - 1];
  return ms === undefined ? null : Math.round(ms * (1 - JITTER * random));
}
