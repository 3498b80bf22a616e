import { useEffect, useState } from 'react';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const TIME_STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const REFRESH_MS = 30_000;

/**
 * Returns the current time in ms since the Unix epoch. It advances with a monotonic clock, so a change of the system clock does
 * not affect measured intervals.
 */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Returns a time as a text relative to now, such as “in 5 days”. @param seconds seconds from now; negative for the past */
export function relativeTime(seconds: number): string {
  const step = TIME_STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? 'just now' : RELATIVE.format(Math.round(seconds / step[1]), step[0]);
}

/**
 * Shows a time relative to now, kept up to date. The exact time appears as a tooltip under the pointer, and in place of the
 * relative one while the element has the focus.
 */
export function Time({ iso }: { readonly iso: string }) {
  const [now, setNow] = useState(nowMs);
  const [isExact, setExact] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const at = new Date(iso);
  return (
    <time
      dateTime={iso}
      title={at.toLocaleString()}
      tabIndex={0}
      onFocus={() => setExact(true)}
      onBlur={() => setExact(false)}
    >
      {isExact ? at.toLocaleString() : relativeTime((at.getTime() - now) / 1_000)}
    </time>
  );
}
