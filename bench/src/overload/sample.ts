import { quantile, type Sample } from './generator.ts';

export type Say = (text: string) => void;
/** Seconds of the long and of the short form. */
export interface Times {
  readonly warm: number;
  readonly baseline: number;
  /** Seconds of each of the two idle runs. Together they last as long as the overload, so a rare event has the same weight. */
  readonly idle: number;
  readonly overload: number;
  readonly rates: number;
}

/** Rate of the small reads beside large work, per second, and their connections. */
export const SMALL_READS = { connections: 10, rate: 20 };

/** The 99th percentile of accepted requests, in ms. */
export function p99(sample: Sample): number {
  return quantile(sample.acceptedMs, 0.99);
}

/** Describes a sample in one line. */
export function shown(sample: Sample): string {
  const { sent, unsent, statuses, missingRetryAfter } = sample;
  return `${sent} sent, ${unsent} without a connection, ${JSON.stringify(statuses)}, p50 ${quantile(sample.acceptedMs, 0.5).toFixed(1)} ms, p99 ${p99(sample).toFixed(1)} ms, ${missingRetryAfter} refusals without Retry-After`;
}

/** Merges the samples of two runs of the same plan. */
export function pooled(a: Sample, b: Sample): Sample {
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

/** Number of answers that are neither a success nor a correct refusal. */
export function wrong({ statuses, missingRetryAfter }: Sample): number {
  const fine = new Set(['200', '429', '503']);
  const strange = Object.entries(statuses).filter(([status]) => !fine.has(status));
  return strange.reduce((sum, [, count]) => sum + count, missingRetryAfter);
}
