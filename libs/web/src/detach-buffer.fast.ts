import { wholeBuffersOf } from '@bridge/kernel';

/**
 * Detaches the memory of a buffer that owns its ArrayBuffer, so that it is free without garbage collection; the buffer has
 * length 0 afterwards. V8 counts little of this memory when it decides to collect, so an idle process would keep it.
 * `release-buffer.ts` has the alternative, which does nothing. Figures: ADR 036.
 */
export function detachBuffer(bytes: Uint8Array): void {
  for (const buffer of wholeBuffersOf(bytes)) buffer.transfer(0);
}
