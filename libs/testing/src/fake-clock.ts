import type { Clock } from '@bridge/kernel';

/** 2026-01-01T00:00:00Z, in milliseconds. */
const FAKE_START_MS = 1_767_225_600_000;

/** A clock that stands still until the test moves it. */
export interface FakeClock extends Clock {
  /** Advances the wall clock and the monotonic clock. */
  advance(ms: number): void;
}

/** Makes a clock that shows `startMs` (milliseconds since the epoch; 2026-01-01 by default). */
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
