/**
 * Returns a stream of `head`, then each piece after `each` has converted it, then `tail`. It reads the first piece before it
 * resolves, so that a failure can still become an error answer. Closing the stream, even unread, closes the pieces.
 */
export async function frameChunks(
  head: string,
  pieces: AsyncIterable<string>,
  tail: string,
  each: (piece: string) => string = (piece) => piece,
): Promise<AsyncIterable<string>> {
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  let held: string | null = first.done === true ? head + tail : head + each(first.value);
  let over = first.done === true;
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    if (held !== null) {
      const value = held;
      held = null;
      return { done: false, value };
    }
    if (over) return { done: true, value: undefined };
    const piece = await source.next();
    if (piece.done !== true) return { done: false, value: each(piece.value) };
    over = true;
    return { done: false, value: tail };
  };
  let closed = false;
  const close = async (): Promise<IteratorResult<string, undefined>> => {
    held = null;
    over = true;
    if (!closed) await source.return?.();
    closed = true;
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}
