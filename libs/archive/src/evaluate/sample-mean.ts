/** Number of random samples from which the interval of a mean is computed (bootstrap). */
const RESAMPLES = 2_000;
const CONFIDENCE = 0.95;

/** A mean with the limits of its 95 % confidence interval, computed by bootstrap. */
export interface MeanWithConfidenceInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the arithmetic mean; 0 without values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32), the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the mean of the values with its 95 % bootstrap interval. The same values always give the same interval. */
export function intervalOf(values: readonly number[]): MeanWithConfidenceInterval {
  const mean = meanOf(values);
  if (values.length < 2) return { mean, low: mean, high: mean };
  const random = seededRandom(values.length);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at++)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const at = (share: number): number =>
    means[Math.min(RESAMPLES - 1, Math.floor(RESAMPLES * share))] ?? mean;
  return { mean, low: at((1 - CONFIDENCE) / 2), high: at((1 + CONFIDENCE) / 2) };
}
