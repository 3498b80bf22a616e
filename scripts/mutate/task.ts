/** What the process that runs the tests of a core receives; plain data, because it crosses processes and threads. */
export interface Task {
  /** Folder of the library, absolute. */
  readonly room: string;
  /** Absolute paths of the sources with mutants, each with the id of its first one. */
  readonly sources: readonly (readonly [path: string, firstId: number])[];
  /** Parts of the paths of the test files. */
  readonly tests: readonly string[];
  /** Mutants that need no run. */
  readonly killed: readonly number[];
  /** The most switches that a test reads without a mutant. */
  readonly calls: number;
  /** The mutants of which each gets a thread of its own; null for all others in one thread. */
  readonly each: readonly number[] | null;
  /** The one mutant of a thread of its own. */
  readonly only: number | null;
  /** File of the verdicts. */
  readonly log: string;
  /** File that names the mutant that is running; empty between two. */
  readonly current: string;
}
