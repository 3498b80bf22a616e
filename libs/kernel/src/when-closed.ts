/** The properties and methods of a socket, HTTP request or HTTP response that `whenClosed` uses. */
export interface ClosableStream {
  /** True after `destroy`; for a response also after it was sent completely. */
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `then` once when a stream has closed, or at once when it is already destroyed (Node emits `close` only once).
 * Returns a function that cancels the call.
 */
export function whenClosed(stream: ClosableStream, then: () => void): () => void {
  if (stream.destroyed) {
    then();
    return () => undefined;
  }
  stream.once('close', then);
  return () => stream.off('close', then);
}
