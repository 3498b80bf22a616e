/** The input of the child process that tests mutants; plain data, because it is sent between processes and threads. */
export interface MutationTask {
  /** Absolute path of the library's folder. */
  readonly project: string;
  /** Absolute paths of the instrumented sources, each with the number of its first mutant. */
  readonly sources: readonly (readonly [path: string, firstId: number])[];
  /** Parts of the paths of the test files. */
  readonly tests: readonly string[];
  /** Numbers of mutants that are already killed and need no run. */
  readonly killed: readonly number[];
  /** Highest number of switches that a test executes without a mutant. */
  readonly calls: number;
  /** Mutants that each run in a new thread; null to run all in one thread. */
  readonly each: readonly number[] | null;
  /** The mutant of a thread that runs only one; null otherwise. */
  readonly only: number | null;
  /** Path of the log file with the results. */
  readonly log: string;
  /** Path of the file with the number of the running mutant; empty between two mutants. */
  readonly current: string;
}
