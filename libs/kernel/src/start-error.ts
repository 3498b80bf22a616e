/** A reason why the product cannot start, as one sentence that tells the reader what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  constructor(sentence: string, options: { readonly cause?: unknown } = {}) {
    super(sentence, options);
  }
}
