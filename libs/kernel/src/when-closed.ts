/** A socket, a request or a response. */
export interface ClosableStream {
  /** True after `destroy`; of a response also after it was sent. */
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Calls `then` once when a stream has closed; at once when it is already destroyed, because Node emits `close` only
 * once. Returns a function that cancels.
 */
export function whenClosed(stream: ClosableStream, then: () => void): () => void {
  if (stream.destroyed) {
    then();
    return () => undefined;
  }
  stream.once('close', then);
  return () => stream.off('close', then);
}
