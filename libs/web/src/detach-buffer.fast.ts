import { wholeBuffersOf } from '@bridge/kernel';

/**
 * Detaches the memory of a buffer that owns its ArrayBuffer, without waiting for garbage collection; its length is then 0. V8
 * counts little of this memory, so an idle process would keep it. `release-buffer.ts` has the plain form, which does nothing;
 * figures: ADR 036.
 */
export function detachBuffer(bytes: Uint8Array): void {
  for (const buffer of wholeBuffersOf(bytes)) buffer.transfer(0);
}
