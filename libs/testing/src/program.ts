import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { processEnv } from '@bridge/kernel';
import { ROOT } from './shared-folder.ts';
import { until } from './until.ts';

const OUTPUT_CHARS_MAX = 400_000;
/** Maximum time until a started program must be ready, ms. */
const READY_MS_MAX = 90_000;

export { freePort } from '@bridge/kernel';

/** Finds a program in `.cache/servers` of the checkout or in PATH; null when there is none. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = [
    join(ROOT, '.cache', 'servers'),
    ...(processEnv()['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // This folder does not contain the program.
      }
    }
  }
  return null;
}

/** A started program that tests can stop, kill and suspend. It ends when the test process ends. */
export interface StartedProgram {
  readonly pid: number;
  /** Returns the end of the program's output on stdout and stderr. */
  output(): string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends the program with SIGSTOP. Resolves when all its threads have stopped. */
  pause(): Promise<void>;
  resume(): void;
}
/** Environment, working directory and stop signal of a program that a test starts. */
export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** True when `env` replaces the environment of this process instead of adding to it. */
  readonly ownEnv?: boolean;
  readonly cwd?: string;
  /** Signal that `stop` sends, default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
}

/** Starts a program and polls `ready` until it returns true. Throws with its output when it exits before that. */
export async function startProgram(
  path: string,
  args: readonly string[],
  ready: (program: StartedProgram) => boolean | Promise<boolean>,
  options: ProgramOptions = {},
): Promise<StartedProgram> {
  const child = spawn(path, args, {
    cwd: options.cwd,
    env: options.ownEnv === true ? { ...options.env } : { ...processEnv(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program = handle(child, options.stopSignal ?? 'SIGTERM');
  let failure: unknown = null;
  child.once('error', (error) => (failure = error));
  const state = { over: false };
  void program.ended.then(() => (state.over = true));
  await until(
    `${path} to be ready`,
    async () => {
      if (state.over || failure !== null) return true;
      return ready(program);
    },
    READY_MS_MAX,
  ).catch(async (error: unknown) => {
    await program.kill();
    throw error;
  });
  if (state.over || failure !== null) {
    throw new Error(`${path} ended before it was ready:\n${program.output()}`, { cause: failure });
  }
  return program;
}

/** The last part of a program's output. It is kept in chunks, because joining them at 1 MB of log per second would be slow. */
class OutputTail {
  readonly #pieces: string[] = [];
  #chars = 0;

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#chars += piece.length;
    while (this.#chars - (this.#pieces[0]?.length ?? 0) >= OUTPUT_CHARS_MAX)
      this.#chars -= this.#pieces.shift()?.length ?? 0;
  }

  text(): string {
    return this.#pieces.join('');
  }
}

function handle(child: ChildProcess, stopSignal: NodeJS.Signals): StartedProgram {
  const tail = new OutputTail();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => tail.add(text));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const leash = tie(child);
  void ended.then(() => leash.kill('SIGKILL'));
  const end = async (signal: NodeJS.Signals) => {
    // A suspended process handles SIGTERM only after SIGCONT.
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    output: () => tail.text(),
    ended,
    stop: () => end(stopSignal),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    pause: async () => {
      child.kill('SIGSTOP');
      await standsStill(child.pid ?? 0);
    },
    resume: () => void child.kill('SIGCONT'),
  };
}

/** Waits until all threads of a process have stopped after SIGSTOP, which stops them one after the other. */
async function standsStill(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  // Only Linux shows the states of threads (/proc), so other systems do not wait.
  if (!existsSync(tasks)) return;
  const state = (task: string): string | undefined =>
    /\) ([A-Z]) [^)]*$/i.exec(readFileSync(join(tasks, task, 'stat'), 'utf8'))?.[1];
  await until('every thread to stand still', () =>
    readdirSync(tasks).every((task) => state(task) === 'T'),
  );
}

/** Starts a shell that kills the program when this process ends. It reads from a pipe, which closes at that time. */
function tie(child: ChildProcess): ChildProcess {
  const leash = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid ?? 0)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  leash.on('error', () => undefined);
  leash.unref();
  return leash;
}
