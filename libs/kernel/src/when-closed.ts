/** A socket, a request or a response. */
export interface ClosableStream {
  /** True from `destroy` on; of a response also after it was sent. */
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `then` once when a stream has closed; at once when it is already destroyed, because Node emits `close` only once.
 * Returns how to cancel.
 */
export function whenClosed(stream: ClosableStream, then: () => void): () => void {
  if (stream.destroyed) {
    then();
    return () => undefined;
  }
  stream.once('close', then);
  return () => stream.off('close', then);
}
