import { quantile, type LoadResult } from './generator.ts';

/** Durations of the phases of an overload run, in s. */
export interface OverloadPhaseSeconds {
  readonly warm: number;
  readonly baseline: number;
  /** Duration of each of the two idle runs; together they last as long as the overload. */
  readonly idle: number;
  readonly overload: number;
  readonly rates: number;
}

/** Connections and total rate (per second) of the small reads that are measured while large request bodies arrive. */
export const SMALL_READS = { connections: 10, rate: 20 };

/** Returns the 99th percentile of the times of accepted requests, ms. */
export function p99(sample: LoadResult): number {
  return quantile(sample.acceptedMs, 0.99);
}

/** Describes the results of a load run in one line. */
export function shown(sample: LoadResult): string {
  const { sent, unsent, statuses, missingRetryAfter } = sample;
  return `${sent} sent, ${unsent} without a connection, ${JSON.stringify(statuses)}, p50 ${quantile(sample.acceptedMs, 0.5).toFixed(1)} ms, p99 ${p99(sample).toFixed(1)} ms, ${missingRetryAfter} refusals without Retry-After`;
}

/** Merges the results of two runs of the same load. */
export function pooled(a: LoadResult, b: LoadResult): LoadResult {
  const statuses: Record<string, number> = { ...a.statuses };
  for (const [status, count] of Object.entries(b.statuses))
    statuses[status] = (statuses[status] ?? 0) + count;
  const acceptedMs = new Float64Array(a.acceptedMs.length + b.acceptedMs.length);
  acceptedMs.set(a.acceptedMs);
  acceptedMs.set(b.acceptedMs, a.acceptedMs.length);
  const seconds = a.seconds + b.seconds;
  return {
    seconds,
    sent: a.sent + b.sent,
    unsent: a.unsent + b.unsent,
    statuses,
    goodput: acceptedMs.length / seconds,
    acceptedMs,
    missingRetryAfter: a.missingRetryAfter + b.missingRetryAfter,
  };
}

/** Returns the number of wrong answers: those with a status other than 200, 429 and 503, and refusals without Retry-After. */
export function wrong({ statuses, missingRetryAfter }: LoadResult): number {
  const fine = new Set(['200', '429', '503']);
  const strange = Object.entries(statuses).filter(([status]) => !fine.has(status));
  return strange.reduce((sum, [, count]) => sum + count, missingRetryAfter);
}
