/** Returns the ArrayBuffers that these views cover completely; only those may be transferred to a thread or detached. */
export function wholeBuffersOf(...views: readonly Uint8Array[]): ArrayBuffer[] {
  return views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0
      ? [buffer]
      : [],
  );
}
