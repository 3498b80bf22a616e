/** The input of the child process that tests mutants; plain data, because it is sent between processes and threads. */
export interface MutationTask {
  /** Absolute path of the library's folder. */
  readonly project: string;
  /** Absolute paths of the sources that have mutants, each with the number of its first mutant. */
  readonly sources: readonly (readonly [path: string, firstId: number])[];
  /** Texts that select the test files: the path of a file must contain one of them. */
  readonly tests: readonly string[];
  /** Numbers of the mutants that are already killed and are not tested again. */
  readonly killed: readonly number[];
  /** The largest number of `SWITCH` calls that a test makes without a mutant. */
  readonly calls: number;
  /**
   * True to repeat only fast tests with mutants. The slow tests are repeated later, with the mutants that are not killed by
   * then.
   */
  readonly onlyFast: boolean;
  /** Numbers of the mutants that are each tested in a new thread; null to test all mutants in one thread. */
  readonly each: readonly number[] | null;
  /** Number of the mutant that is on from the start, in a thread that tests only this mutant; null otherwise. */
  readonly only: number | null;
  /** Path of the log file with the results. */
  readonly log: string;
  /** Path of the file with the number of the running mutant; empty between two mutants. */
  readonly current: string;
}
