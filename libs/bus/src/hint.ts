import type { HintDeclaration } from '@bridge/contracts';
import type { Logger } from '@bridge/kernel';
import type { z } from 'zod';
import type { BusDriver, BusSubscription } from './driver.ts';
import { decodeJson, encodeJson } from './json-bytes.ts';

/**
 * Broadcasts a hint (a message that something changed) to all subscribed replicas, including this one. Never throws; the hint
 * may be lost.
 */
export function sendHint<P extends z.ZodType>(
  driver: BusDriver,
  hint: HintDeclaration<P>,
  payload: z.input<P>,
): void {
  driver.publish(hint.subject, encodeJson(payload));
}

/**
 * Subscribes to a hint (a message that something changed). An invalid payload and an error of the listener are logged and have
 * no other effect.
 */
export function onHint<P extends z.ZodType>(
  driver: BusDriver,
  hint: HintDeclaration<P>,
  log: Logger,
  listener: (payload: z.output<P>) => void,
): BusSubscription {
  return driver.subscribe(hint.subject, null, (message) => {
    try {
      listener(hint.payload.parse(decodeJson(message.data)));
    } catch (error) {
      log.warn({ err: error, hint: hint.name }, 'hint_ignored');
    }
  });
}
