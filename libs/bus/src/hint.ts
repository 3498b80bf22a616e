import type { Hint } from '@bridge/contracts';
import type { Logger } from '@bridge/kernel';
import type { z } from 'zod';
import type { BusDriver, BusSubscription } from './driver.ts';

/** Broadcasts a hint to every replica that listens, this one included; never throws, and may be lost. */
export function sendHint<P extends z.ZodType>(
  driver: BusDriver,
  hint: Hint<P>,
  payload: z.input<P>,
): void {
  driver.publish(hint.subject, Buffer.from(JSON.stringify(payload), 'utf8'));
}

/** Hears a hint; what is not of its form, or breaks the listener, is logged and passed over. */
export function onHint<P extends z.ZodType>(
  driver: BusDriver,
  hint: Hint<P>,
  log: Logger,
  listener: (payload: z.output<P>) => void,
): BusSubscription {
  return driver.subscribe(hint.subject, null, (message) => {
    try {
      const { buffer, byteOffset, byteLength } = message.data;
      const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
      listener(hint.payload.parse(JSON.parse(text)));
    } catch (error) {
      log.warn({ err: error, hint: hint.name }, 'a hint was passed over');
    }
  });
}
