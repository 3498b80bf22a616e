import { movable } from '@bridge/kernel';

/**
 * Detaches a buffer's memory at once instead of waiting for garbage collection; only a buffer that owns its ArrayBuffer,
 * and its length is 0 afterwards. The collector counts memory behind a buffer little, so an idle process would keep it.
 */
export function detachBuffer(bytes: Uint8Array): void {
  for (const buffer of movable(bytes)) buffer.transfer(0);
}
