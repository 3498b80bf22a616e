/** What can close: a socket, a request, a response. */
export interface Closing {
  /** True from `destroy` on, and for a response also once it was sent. */
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `then` once when a stream has closed; at once when it is destroyed already, because a `close` event that was
 * emitted before the listener came is never emitted again. Returns how to cancel.
 */
export function whenClosed(stream: Closing, then: () => void): () => void {
  if (stream.destroyed) {
    then();
    return () => undefined;
  }
  stream.once('close', then);
  return () => stream.off('close', then);
}
