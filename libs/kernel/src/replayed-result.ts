/** The stored result of an earlier, identical call, as a handler returns it. */
export class ReplayedResult<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}
