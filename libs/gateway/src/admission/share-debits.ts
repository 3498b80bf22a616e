import { onHint, sendHint, type BusDriver } from '@bridge/bus';
import { DEBITS_MAX, gatewayDebits } from '@bridge/contracts';
import type { RandomIdGenerator, Logger } from '@bridge/kernel';
import type { RateBuckets } from './rate-buckets.ts';

/**
 * Interval in ms at which a gateway broadcasts its debits (the tokens that it took from rate buckets).
 * Spec: limits.rates-shared.
 */
const BROADCAST_MS = 100;

/**
 * Makes all gateways enforce one shared rate: each takes tokens from its own buckets at once and broadcasts them every 100 ms,
 * and the others take them too. The tokens that a stopped gateway took return as the buckets refill.
 */
export function shareDebits(
  driver: BusDriver,
  buckets: RateBuckets,
  { ids, log }: { readonly ids: RandomIdGenerator; readonly log: Logger },
): { close(): Promise<void> } {
  const gateway = ids.make('gw');
  const broadcast = (): void => {
    const debits = buckets.takeSpent();
    for (let i = 0; i < debits.length; i += DEBITS_MAX)
      sendHint(driver, gatewayDebits, { gateway, debits: debits.slice(i, i + DEBITS_MAX) });
  };
  const subscription = onHint(driver, gatewayDebits, log, (message) => {
    if (message.gateway !== gateway) message.debits.forEach((debit) => buckets.takeRemote(debit));
  });
  const timer = setInterval(broadcast, BROADCAST_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return subscription.drain();
    },
  };
}
