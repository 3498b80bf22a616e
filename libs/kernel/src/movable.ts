/** Buffers of these bytes that nothing else looks into: they may move to a thread or be freed; one with other views may not. */
export function movable(...views: readonly Uint8Array[]): ArrayBuffer[] {
  return views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0
      ? [buffer]
      : [],
  );
}
