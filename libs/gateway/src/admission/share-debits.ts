import { onHint, sendHint, type BusDriver } from '@bridge/bus';
import { DEBITS_MAX, gatewayDebits } from '@bridge/contracts';
import type { Ids, Logger } from '@bridge/kernel';
import type { RateBuckets } from './rate-buckets.ts';

/** How often a gateway tells the others what it let through. Spec: limits.rates-shared. */
const BROADCAST_MS = 100;

/**
 * Makes all gateways hold one rate: each takes from its own buckets at once, and tells the others every 100 ms. What a
 * silent gateway let through fades as any debit does, so nothing of it has to be forgotten apart.
 */
export function shareDebits(
  driver: BusDriver,
  buckets: RateBuckets,
  { ids, log }: { readonly ids: Ids; readonly log: Logger },
): { close(): Promise<void> } {
  const gateway = ids.make('gw');
  const tell = (): void => {
    const debits = buckets.spent();
    for (let i = 0; i < debits.length; i += DEBITS_MAX)
      sendHint(driver, gatewayDebits, { gateway, debits: debits.slice(i, i + DEBITS_MAX) });
  };
  const subscription = onHint(driver, gatewayDebits, log, (heard) => {
    if (heard.gateway !== gateway) heard.debits.forEach((debit) => buckets.takeRemote(debit));
  });
  const timer = setInterval(tell, BROADCAST_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      return subscription.drain();
    },
  };
}
