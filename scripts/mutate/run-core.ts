import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Core } from './cores.ts';
import type { Mutant } from './find-mutants.ts';
import { instrument } from './instrument.ts';
import type { Task } from './task.ts';
import { readVerdicts, writeLog, type Verdicts } from './verdicts.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/mutate');
/** A mutant that runs for this time in one test is in an endless loop that reads no switch. */
const MUTANT_MS = 40_000;
const POLL_MS = 1_000;
const FUZZ_CASES = '300';
const NOT_TESTED = /\.(?:test|fixture|worker|d)\.ts$/;

/** A mutant with its verdict. */
export interface MutantResult extends Mutant {
  /** Path of the source from the root. */
  readonly file: string;
  /** Text of its line, without the blanks around it. */
  readonly lineText: string;
  readonly fate: 'killed' | 'survived' | 'not reached';
  /** The test that failed, or the limit that was exceeded. */
  readonly by: string;
}

/** All mutants of a core, in the order of their files and lines. */
export interface CoreResult {
  readonly core: Core;
  readonly mutants: readonly MutantResult[];
  readonly seconds: number;
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly firstId: number;
  readonly mutants: readonly Mutant[];
}

/** Runs the tests of a core with each mutant of the sources whose path has `part`. Throws when a test fails without one. */
export async function runCore(core: Core, part: string): Promise<CoreResult> {
  const from = performance.now();
  const sources = sourcesOf(core, part);
  const count = sources.reduce((sum, { mutants }) => sum + mutants.length, 0);
  mkdirSync(FOLDER, { recursive: true });
  const base = join(FOLDER, `${core.name}-${hashOf(core, sources)}`);
  const task: Task = {
    room: join(ROOT, core.room),
    sources: sources.map(({ path, firstId }) => [join(ROOT, path), firstId]),
    tests: core.tests,
    killed: [],
    calls: 0,
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

function sourcesOf({ room, sources }: Core, part: string): readonly Source[] {
  let firstId = 0;
  return globSync(
    sources.map((glob) => join(room, glob)),
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

/** Of everything on which the verdicts depend: the sources, their tests and this runner. */
function hashOf({ room, tests }: Core, sources: readonly Source[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of sources) hash.update(`${path}\n${text}\n`);
  const others = [
    ...globSync(join(room, 'src/**/*.ts'), { cwd: ROOT }).filter(
      (path) => /\.(?:test|fixture)\.ts$/.test(path) && tests.some((one) => path.includes(one)),
    ),
    ...globSync('scripts/mutate/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts')),
  ];
  for (const path of others.toSorted()) hash.update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * First all mutants in one thread, then those that may have survived only because of that in a thread of their own: there
 * their file is loaded with the mutant on, and nothing is left of an earlier run.
 */
async function runUntilDone(core: Core, task: Task, count: number): Promise<void> {
  let isDone = false;
  while (!isDone) {
    const killed = [...readVerdicts(task.log).killed.keys()];
    isDone = await runChild({ ...task, killed }, core.name, count);
  }
  isDone = false;
  while (!isDone) {
    const { calls, ...verdicts } = readVerdicts(task.log);
    const each = openMutants(verdicts, core.remembers === true);
    isDone = each.length === 0 || (await runChild({ ...task, each, calls }, core.name, count));
  }
}

function openMutants(
  { killed, loaded, reached, survived }: Omit<Verdicts, 'calls'>,
  remembers: boolean,
): readonly number[] {
  return [...new Set([...loaded, ...(remembers ? reached : [])])]
    .filter((id) => !killed.has(id) && !survived.has(id))
    .toSorted((a, b) => a - b);
}

/** False when the process had to be ended because of a mutant that never ends, which is then killed. */
async function runChild(task: Task, name: string, count: number): Promise<boolean> {
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
        // Tests that need files outside of the repository do not count.
        BRIDGE_TEST_SHARED: join(FOLDER, 'none'),
      },
    },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let isEnded = false;
  const timer = setInterval(() => {
    const { killed, survived } = readVerdicts(task.log);
    progress(`${name}: ${killed.size} of ${count} killed, ${survived.size} survived twice`);
    const running = readFileSync(task.current, 'utf8');
    if (running === '' || Date.now() - statSync(task.current).mtimeMs < MUTANT_MS) return;
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

/** The environment without vitest's variables: a run that a test starts must not act as a worker of that vitest. */
function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('VITEST')));
}

function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}`);
}
