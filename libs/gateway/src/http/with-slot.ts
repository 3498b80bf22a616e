import { BridgeError } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { FreeSlot } from '../admission/admission-queue.ts';
import type { Admission } from '../admission/open-admission.ts';
import type { Exchange } from './exchange.ts';

/** Made once, because a refusal must cost as little as possible. */
const SHED = new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
/**
 * A shed call is answered after a delay in this range. A waiting client costs nothing, while clients that repeat refused
 * calls at once would take the CPU of admitted ones (ADR 035). The number of sockets bounds the waiting clients.
 */
const REFUSAL_DELAY_MS = { min: 500, max: 1_500 };
/** Multiples of the golden ratio modulo 1 are evenly spread, so clients that were shed together do not return together. */
const GOLDEN_RATIO = 0.618_033_988_75;
let position = 0;

function nextRefusalDelayMs(): number {
  position = (position + GOLDEN_RATIO) % 1;
  return REFUSAL_DELAY_MS.min + position * (REFUSAL_DELAY_MS.max - REFUSAL_DELAY_MS.min);
}

/**
 * Runs `work` with a slot, which `work` may free before its end, while it waits for the client. Throws service_unavailable
 * for a shed call, before its key is looked up and its body read.
 */
export async function withSlot<T>(
  admission: Admission,
  exchange: Exchange,
  work: (freeSlot: FreeSlot) => Promise<T>,
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
