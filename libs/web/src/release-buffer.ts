import { detachBuffer } from './detach-buffer.fast.ts';

/** The plain twin of `detachBuffer`: garbage collection frees the memory. */
const leaveBuffer = (): void => undefined;

let release: (bytes: Uint8Array) => void = detachBuffer;

/** Selects the fast path or its plain twin for this process (BRIDGE_FAST_PATHS). */
export function selectBufferRelease(isFast: boolean): void {
  release = isFast ? detachBuffer : leaveBuffer;
}

/** Releases a buffer that no code reads any more; its length may be 0 afterwards. */
export function releaseBuffer(bytes: Uint8Array): void {
  release(bytes);
}
