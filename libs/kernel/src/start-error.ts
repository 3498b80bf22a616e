/** Error that prevents the start of a program; its message is one sentence that tells the operator what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  constructor(sentence: string, options: { readonly cause?: unknown } = {}) {
    super(sentence, options);
  }
}
