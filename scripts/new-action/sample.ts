// The form of a template.

/** The parts of a template that differ between services. */
export interface Sample {
  /** Names from `common.ts` and `records.ts`, and members of input, output and example. */
  readonly common: readonly string[];
  readonly records: readonly string[];
  readonly input: string;
  readonly output: string;
  readonly example: string;
  readonly errors: string;
  readonly effect: string;
  /** Imports and body of the handler, with `CONTRACT` in the place of `BUILDER.setTitle`. */
  readonly imports: string;
  readonly handler: string;
  /** Head of the test: imports, and rooms with the service. */
  readonly setup: string;
  readonly test: string;
}
