import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { TestRunner, type RunnerTestCase } from 'vitest';
import { MutantSwitchboard } from './switchboard.ts';
import type { MutationTask } from './task.ts';
import { writeLog } from './verdicts.ts';

/** State that all test files in a process share, because vitest creates a new runner for each file. */
interface WorkerState {
  readonly board: MutantSwitchboard;
  readonly killed: Set<number>;
  readonly reached: Set<number>;
  readonly loaded: Set<number>;
  calls: number;
}
const scope = globalThis as { mutationRun?: WorkerState };
/** A test that takes longer is repeated only with the mutants that no faster test kills. In ms. */
const FAST_MS = 50;

// Every run must use the same generated cases. Shrinking a failing case would only take time.
fc.configureGlobal({ seed: 1, endOnFailure: true });

/**
 * Vitest runner that repeats each test with every mutant that the test executes. A mutant with which the test fails is killed.
 * With `task.only`, that mutant is on from the start and each test runs once.
 */
export default class MutantRunner extends TestRunner {
  readonly #task: MutationTask = this.injectValue('mutation') as MutationTask;
  readonly #shared: WorkerState = (scope.mutationRun ??= {
    board: new MutantSwitchboard(),
    killed: new Set(this.#task.killed),
    reached: new Set(),
    loaded: new Set(),
    calls: 0,
  });

  constructor(...config: ConstructorParameters<typeof TestRunner>) {
    super(...config);
    const { only, calls } = this.#task;
    if (only !== null) this.#shared.board.turnOn(only, calls);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const { board } = this.#shared;
    const { only } = this.#task;
    if (only !== null) {
      board.turnOn(only, this.#task.calls);
      await run();
      if (board.isEndless) throw new EndlessLoopError(test.name);
      return;
    }
    // These mutants were executed when the test file was loaded.
    this.#note('loaded', board.takeReached().reached);
    await run();
    const { reached, calls } = board.takeReached();
    this.#note('reached', reached);
    this.#noteCalls(calls);
    // The test runs again without a mutant. If it fails, its failures with a mutant would prove nothing.
    const from = performance.now();
    const isFailing = await fails(run);
    const isSkipped = this.#task.onlyFast && performance.now() - from > FAST_MS;
    if (!isFailing && !isSkipped) await this.#runMutants(test, run, reached, calls);
    board.takeReached();
  }

  async #runMutants(
    test: RunnerTestCase,
    run: () => unknown,
    reached: ReadonlySet<number>,
    calls: number,
  ): Promise<void> {
    const { board, killed } = this.#shared;
    const failed: number[] = [];
    for (const id of reached) {
      if (killed.has(id)) continue;
      writeFileSync(this.#task.current, String(id));
      board.turnOn(id, calls);
      if ((await fails(run)) || board.isEndless) failed.push(id);
      board.turnOff();
    }
    writeFileSync(this.#task.current, '');
    // The test runs again without a mutant. If it fails, a mutant has damaged shared state, and the failures after that prove
    // nothing.
    if (await fails(run)) return;
    for (const id of failed) {
      killed.add(id);
      writeLog(this.#task.log, ['killed', id, test.name]);
    }
  }

  #note(kind: 'reached' | 'loaded', ids: Iterable<number>): void {
    for (const id of ids) {
      if (this.#shared[kind].has(id)) continue;
      this.#shared[kind].add(id);
      writeLog(this.#task.log, [kind, id]);
    }
  }

  #noteCalls(calls: number): void {
    if (calls <= this.#shared.calls) return;
    this.#shared.calls = calls;
    writeLog(this.#task.log, ['calls', calls]);
  }
}

/** Thrown when a test with a mutant makes so many `SWITCH` calls that the mutant counts as an endless loop. */
class EndlessLoopError extends Error {}

async function fails(run: () => unknown): Promise<boolean> {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
}
