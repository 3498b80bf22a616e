import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { MutationTestTarget } from './cores.ts';
import type { Mutant } from './find-mutants.ts';
import { hashCore } from './hash-core.ts';
import { instrument } from './instrument.ts';
import type { MutationTask } from './task.ts';
import { readVerdicts, writeLog, type MutationResults } from './verdicts.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/mutate');
/**
 * Time in ms after which a running mutant is killed as an endless loop. It is for loops that never call `SWITCH` and so never
 * exceed the limit of calls.
 */
const MUTANT_MS = 40_000;
const POLL_MS = 1_000;
const FUZZ_CASES = '300';
const NOT_TESTED = /\.(?:test|fixture|worker|d)\.ts$/;

/** A mutant and the result of its test. */
export interface MutantResult extends Mutant {
  /** Path of the source below the repository root. */
  readonly file: string;
  /** Trimmed text of the changed line. */
  readonly lineText: string;
  readonly fate: 'killed' | 'survived' | 'not reached';
  /** The test that failed, or the exceeded limit, such as `40 s`. */
  readonly by: string;
}

/** The tested mutants of a core module, ordered by file and line. */
export interface CoreMutationResult {
  readonly core: MutationTestTarget;
  readonly mutants: readonly MutantResult[];
  readonly seconds: number;
}

/** A source file of a core module, with its text and mutants. */
interface CoreSource {
  readonly path: string;
  readonly text: string;
  readonly firstId: number;
  readonly mutants: readonly Mutant[];
}

/** Tests all mutants of the sources whose path contains `part`. Throws when a test fails without a mutant. */
export async function runCore(core: MutationTestTarget, part: string): Promise<CoreMutationResult> {
  const from = performance.now();
  const sources = sourcesOf(core, part);
  const count = sources.reduce((sum, { mutants }) => sum + mutants.length, 0);
  mkdirSync(FOLDER, { recursive: true });
  const base = join(FOLDER, `${core.name}-${hashCore(core, sources)}`);
  const task: MutationTask = {
    project: join(ROOT, core.project),
    sources: sources.map(({ path, firstId }) => [join(ROOT, path), firstId]),
    tests: core.tests,
    killed: [],
    calls: 0,
    onlyFast: false,
    each: null,
    only: null,
    log: `${base}.jsonl`,
    current: `${base}.current`,
  };
  if (!existsSync(`${base}.done`)) {
    await runUntilDone(core, task, count);
    writeFileSync(`${base}.done`, '');
  }
  const verdicts = readVerdicts(task.log);
  const mutants = sources.flatMap(({ path, text, firstId, mutants: own }) => {
    const lines = text.split('\n');
    return own.map((mutant, i): MutantResult => {
      const by = verdicts.killed.get(firstId + i);
      const isReached = verdicts.reached.has(firstId + i) || verdicts.loaded.has(firstId + i);
      const fate = by !== undefined ? 'killed' : isReached ? 'survived' : 'not reached';
      const lineText = (lines[mutant.line - 1] ?? '').trim();
      return { ...mutant, file: path, lineText, fate, by: by ?? '' };
    });
  });
  return { core, mutants, seconds: (performance.now() - from) / 1_000 };
}

function sourcesOf({ project, sources }: MutationTestTarget, part: string): readonly CoreSource[] {
  let firstId = 0;
  return globSync(
    sources.map((glob) => join(project, glob)),
    { cwd: ROOT },
  )
    .filter((path) => !NOT_TESTED.test(path) && path.includes(part))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const { mutants } = instrument(path, text, firstId);
      const source = { path, text, firstId, mutants };
      firstId += mutants.length;
      return source;
    });
}

/**
 * Tests all mutants in one thread, with the fast tests first. Then tests again, each in a new thread, the survivors that run
 * while a file is loaded, and all survivors of a core module that caches results.
 */
async function runUntilDone(
  core: MutationTestTarget,
  task: MutationTask,
  count: number,
): Promise<void> {
  for (const onlyFast of [true, false])
    for (let isDone = false; !isDone;) {
      const killed = [...readVerdicts(task.log).killed.keys()];
      isDone = await runChild({ ...task, killed, onlyFast }, core.name, count);
    }
  let isDone = false;
  while (!isDone) {
    const { calls, ...verdicts } = readVerdicts(task.log);
    const each = openMutants(verdicts, core.remembers === true);
    isDone = each.length === 0 || (await runChild({ ...task, each, calls }, core.name, count));
  }
}

function openMutants(
  { killed, loaded, reached, survived }: Omit<MutationResults, 'calls'>,
  remembers: boolean,
): readonly number[] {
  return [...new Set([...loaded, ...(remembers ? reached : [])])]
    .filter((id) => !killed.has(id) && !survived.has(id))
    .toSorted((a, b) => a - b);
}

/**
 * Runs the child process. Returns false when it was ended because a mutant took too long. That mutant is logged as killed, and
 * the process must run again for the others.
 */
async function runChild(task: MutationTask, name: string, count: number): Promise<boolean> {
  writeFileSync(task.current, '');
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'child.ts'), JSON.stringify(task)],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'pipe'],
      env: {
        ...withoutVitest(process.env),
        NODE_ENV: 'test',
        VITEST: 'true',
        BRIDGE_TEST_FUZZ_RUNS: FUZZ_CASES,
        // A folder that does not exist, so that tests that need shared test data are skipped.
        BRIDGE_TEST_SHARED: join(FOLDER, 'none'),
      },
    },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let isEnded = false;
  let seen = 0;
  let unchangedMs = 0;
  const timer = setInterval(() => {
    const { killed, survived } = readVerdicts(task.log);
    progress(`${name}: ${killed.size} of ${count} killed, ${survived.size} survived twice`);
    const running = readFileSync(task.current, 'utf8');
    const { mtimeMs } = statSync(task.current);
    // Counts polls instead of comparing clock times, so that the time in which the machine is suspended does not count.
    unchangedMs = mtimeMs === seen ? unchangedMs + POLL_MS : 0;
    seen = mtimeMs;
    if (running === '' || unchangedMs < MUTANT_MS) return;
    isEnded = true;
    writeLog(task.log, ['killed', Number(running), `${MUTANT_MS / 1_000} s`]);
    child.kill('SIGKILL');
  }, POLL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  progress('');
  if (code !== 0 && !isEnded)
    throw new Error(`${name}: the tests fail without a mutant.\n${complaint}`);
  return !isEnded;
}

/** Returns the environment without vitest's variables, so that a nested vitest does not act as a worker. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST')));
}

function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}`);
}
