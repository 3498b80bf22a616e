/** Returns the buffers under these views that no other view uses: they may be moved to a thread or freed. */
export function movable(...views: readonly Uint8Array[]): ArrayBuffer[] {
  return views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0
      ? [buffer]
      : [],
  );
}
