import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * One line of the log of a run. `killed` names the test that failed or the limit that was passed; `survived` says that the
 * mutant was also tried in a thread of its own; `reached` says that a test runs the mutant, `loaded` that the load of a file
 * does; `calls` is the most switches that one test has read so far.
 */
export type LogLine =
  | readonly ['killed', id: number, by: string]
  | readonly ['survived' | 'reached' | 'loaded' | 'calls', number: number];

/** The verdicts that a log contains. */
export interface Verdicts {
  /** What killed a mutant, by its id. */
  readonly killed: ReadonlyMap<number, string>;
  readonly reached: ReadonlySet<number>;
  /** Mutants that the load of a file runs. */
  readonly loaded: ReadonlySet<number>;
  /** Mutants that no test noticed in a thread of their own. */
  readonly survived: ReadonlySet<number>;
  readonly calls: number;
}

/** Adds a line to a log. */
export function writeLog(log: string, line: LogLine): void {
  appendFileSync(log, `${JSON.stringify(line)}\n`);
}

/** Reads a log, which may end in the middle of a line. */
export function readVerdicts(log: string): Verdicts {
  const killed = new Map<number, string>();
  const reached = new Set<number>();
  const loaded = new Set<number>();
  const survived = new Set<number>();
  let calls = 0;
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  for (const line of text.split('\n').slice(0, -1)) {
    const [kind, number, by = ''] = JSON.parse(line) as [LogLine[0], number, string?];
    if (kind === 'killed') killed.set(number, by);
    else if (kind === 'reached') reached.add(number);
    else if (kind === 'loaded') loaded.add(number);
    else if (kind === 'survived') survived.add(number);
    else calls = number;
  }
  return { killed, reached, loaded, survived, calls };
}
