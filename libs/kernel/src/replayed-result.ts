/** Wraps the stored result of an earlier call with the same idempotency key; a handler returns it instead of a new one. */
export class ReplayedResult<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}
