/** Error that prevents the start of a program; its message is one sentence that tells the operator what to do. */
export class ProgramStartError extends Error {
  override readonly name = 'ProgramStartError';
  constructor(sentence: string, options: { readonly cause?: unknown } = {}) {
    super(sentence, options);
  }
}
