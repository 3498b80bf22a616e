import { movable } from '@bridge/kernel';

/**
 * Detaches the memory of a buffer at once instead of waiting for garbage collection. Only for a buffer that owns its
 * ArrayBuffer; its length is 0 afterwards. V8 hardly counts the memory of a buffer, so an idle process would keep it.
 * The plain twin is in `release-buffer.ts`; figures are in docs/adr/036.
 */
export function detachBuffer(bytes: Uint8Array): void {
  for (const buffer of movable(bytes)) buffer.transfer(0);
}
