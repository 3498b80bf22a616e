import type { Clock } from '@bridge/kernel';

/** 2026-01-01T00:00:00Z, in ms since the Unix epoch. */
const FAKE_START_MS = 1_767_225_600_000;

/** A clock that changes only when the test calls `advance`. */
export interface FakeClock extends Clock {
  /** Adds `ms` to wall-clock time and monotonic time. */
  advance(ms: number): void;
}

/** Creates a fake clock that starts at `startMs` (ms since the Unix epoch). */
export function fakeClock(startMs: number = FAKE_START_MS): FakeClock {
  let passedMs = 0;
  return {
    now: () => startMs + passedMs,
    monotonic: () => passedMs,
    advance(ms) {
      passedMs += ms;
    },
  };
}
