import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * A line in the log of a mutation run. `killed`: with the test that failed or the exceeded limit. `survived`: when tested alone
 * in a thread. `reached`: a test executes the mutant. `loaded`: loading a file executes it. `calls`: the largest number of
 * `SWITCH` calls in a test.
 */
export type MutationLogLine =
  | readonly ['killed', id: number, by: string]
  | readonly ['survived' | 'reached' | 'loaded' | 'calls', number: number];

/** The results in the log of a mutation run. */
export interface MutationResults {
  /** For each killed mutant, by its number, the test that failed or the exceeded limit. */
  readonly killed: ReadonlyMap<number, string>;
  readonly reached: ReadonlySet<number>;
  /** Mutants that are executed when a file is loaded. */
  readonly loaded: ReadonlySet<number>;
  /** Mutants that survived when they were tested alone in a thread. */
  readonly survived: ReadonlySet<number>;
  readonly calls: number;
}

/** Appends a line to the log of a mutation run. */
export function writeLog(log: string, line: MutationLogLine): void {
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

/** Reads the log of a mutation run. An incomplete last line is ignored. */
export function readVerdicts(log: string): MutationResults {
  const killed = new Map<number, string>();
  const reached = new Set<number>();
  const loaded = new Set<number>();
  const survived = new Set<number>();
  let calls = 0;
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  for (const line of text.split('\n').slice(0, -1)) {
    const [kind, number, by = ''] = JSON.parse(line) as [MutationLogLine[0], number, string?];
    if (kind === 'killed') killed.set(number, by);
    else if (kind === 'reached') reached.add(number);
    else if (kind === 'loaded') loaded.add(number);
    else if (kind === 'survived') survived.add(number);
    else calls = number;
  }
  return { killed, reached, loaded, survived, calls };
}
