/** Marks a handler's answer as the stored result of an earlier, identical call. */
export class Replayed<T> {
  readonly result: T;
  constructor(result: T) {
    this.result = result;
  }
}
