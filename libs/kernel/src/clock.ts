/** Source of the current time, passed as a dependency so that tests can replace it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations only. */
  monotonic(): number;
}

/** The clock of the operating system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
