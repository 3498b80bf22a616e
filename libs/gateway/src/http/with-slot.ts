import { BridgeError } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { SlotReleaseFunction } from '../admission/admission-queue.ts';
import type { AdmissionController } from '../admission/open-admission.ts';
import type { HttpExchange } from './exchange.ts';

/**
 * The error of every call that is refused because of overload (shed). Created once, because shedding must cost as little as
 * possible.
 */
const SHED = new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
/**
 * Range in ms of the delay before a shed call is answered. A waiting client costs little, while clients that retry at
 * once would take CPU from admitted calls (ADR 035). The number of sockets bounds the waiting clients.
 */
const REFUSAL_DELAY_MS = { min: 500, max: 1_500 };
/**
 * The golden ratio: its multiples modulo 1 are evenly distributed. They spread the delays, so that clients that were refused at
 * the same time do not retry at the same time.
 */
const GOLDEN_RATIO = 0.618_033_988_75;
let position = 0;

function nextRefusalDelayMs(): number {
  position = (position + GOLDEN_RATIO) % 1;
  return REFUSAL_DELAY_MS.min + position * (REFUSAL_DELAY_MS.max - REFUSAL_DELAY_MS.min);
}

/**
 * Runs `work` when the gateway admits the request. `work` may free its admission slot early while it waits for the client.
 * Throws service_unavailable for a call that is refused because of overload, before its key is looked up or its body read.
 */
export async function withSlot<T>(
  admission: AdmissionController,
  exchange: HttpExchange,
  work: (freeSlot: SlotReleaseFunction) => Promise<T>,
): Promise<T> {
  const freeSlot = await admission.acquireSlot();
  if (freeSlot === null) {
    exchange.facts.isShed = true;
    await delay(nextRefusalDelayMs());
    throw SHED;
  }
  try {
    return await work(freeSlot);
  } finally {
    freeSlot();
  }
}
