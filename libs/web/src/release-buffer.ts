import { detachBuffer } from './detach-buffer.fast.ts';

/** The alternative to `detachBuffer`: does nothing, so that garbage collection frees the memory. */
const leaveBuffer = (): void => undefined;

let release: (bytes: Uint8Array) => void = detachBuffer;

/** Selects whether `releaseBuffer` detaches the memory in this process or does nothing (setting BRIDGE_FAST_PATHS). */
export function selectBufferRelease(isFast: boolean): void {
  release = isFast ? detachBuffer : leaveBuffer;
}

/** Releases the memory of a buffer that is no longer read; its length may be 0 afterwards. */
export function releaseBuffer(bytes: Uint8Array): void {
  release(bytes);
}
