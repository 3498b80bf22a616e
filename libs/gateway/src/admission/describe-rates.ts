import type { TimeBudgetName, KeyRateLimits } from '@bridge/contracts';
import type { RatesAndLimits, RateLimitName } from '@bridge/kernel';

const DIGITS = 1_000;
const RATE_UNITS = [
  [1, 'second'],
  [60, 'minute'],
  [3_600, 'hour'],
] as const;

/** Returns a key’s configured rates by name, as texts for the record of the key. Empty when limits are off. */
export function describeRates(policy: RatesAndLimits): Readonly<Record<string, string>> {
  if (policy.isOff) return {};
  const kinds: readonly TimeBudgetName[] = ['read', 'change', 'publish', 'search'];
  const rates = kinds.map((kind): [string, string] => [kind, describeRate(policy.rates[kind])]);
  return { ...Object.fromEntries(rates), in_flight: String(policy.in_flight_per_key) };
}

/** Returns the rates that the owner lowered for a key by name, as texts for the record of the key. */
export function describeOwnRates(limits: KeyRateLimits | null): Readonly<Record<string, string>> {
  const own = Object.entries(limits ?? {}).flatMap(([name, perSecond]): [string, string][] =>
    perSecond === null ? [] : [[name, describePerSecond(perSecond)]],
  );
  return Object.fromEntries(own);
}

/** Returns a rate as text, such as `20/second, burst 40`. */
export function describeRate({
  per_second: perSecond,
  burst,
}: RatesAndLimits['rates'][RateLimitName]): string {
  return `${describePerSecond(perSecond)}, burst ${burst}`;
}

function describePerSecond(perSecond: number): string {
  const [seconds, unit] = RATE_UNITS.find(([length]) => perSecond * length >= 1) ?? RATE_UNITS[2];
  return `${Math.round(perSecond * seconds * DIGITS) / DIGITS}/${unit}`;
}
