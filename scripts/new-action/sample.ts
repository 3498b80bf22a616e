// The type of a template for a new action.

/** The parts of the template for a new action that differ between services. */
export interface ActionTemplate {
  /**
   * Names that the contract imports from `common.ts`; `records` lists those from `records.ts`. `input`, `output` and `example`
   * are source text of the contract.
   */
  readonly common: readonly string[];
  readonly records: readonly string[];
  readonly input: string;
  readonly output: string;
  readonly example: string;
  readonly errors: string;
  readonly effect: string;
  /**
   * Source text of the handler's imports. `handler` is the source text of the handler; `CONTRACT` in it is replaced by the
   * contract's name.
   */
  readonly imports: string;
  readonly handler: string;
  /** Source text of the first part of the test file: imports and services under test. `test` is the test itself. */
  readonly setup: string;
  readonly test: string;
}
