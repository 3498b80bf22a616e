import { movable } from '@bridge/kernel';

/**
 * Frees the memory of bytes that nobody needs any more, if it is theirs alone: they are empty from then on. Memory behind a
 * buffer counts little for the collector, and an idle process would keep it for as long as nobody calls.
 */
export function giveBack(bytes: Uint8Array): void {
  for (const buffer of movable(bytes)) buffer.transfer(0);
}
