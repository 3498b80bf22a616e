import { processEnv } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram, type StartedProgram } from './program.ts';
import { ROOT } from './shared-folder.ts';
import { until } from './until.ts';

const NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** Settings, data folder and ports of an all-in-one (all services in one process) that a test starts. */
export interface AllInOneProcessOptions {
  /** Settings in addition to those that the tests set, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Existing data folder; default: a new one that is deleted at the end. */
  readonly data?: string;
  /**
   * Ports of the API (`app`) and of published websites (`content`), for a restart on the same addresses; default: free ports.
   */
  readonly ports?: { readonly app: number; readonly content: number };
}

/** The product as all-in-one (all services in one process), in a process separate from the test. */
export interface AllInOneProcess {
  readonly baseUrl: string;
  readonly contentUrl: string;
  readonly data: string;
  readonly ports: { readonly app: number; readonly content: number };
  readonly program: StartedProgram;
  /** Environment variables with which further processes of this product, such as `ctl`, must run. */
  readonly env: Readonly<Record<string, string>>;
  /** Token in the one-time link that the product prints for its first owner; null when an owner exists. */
  readonly welcomeToken: string | null;
  stop(): Promise<void>;
}

/** Returns this process's environment without BRIDGE_* variables, with `env` added. */
export function cleanEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(processEnv()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('BRIDGE_'),
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compile'),
    ...env,
  };
}

/**
 * Reads the Node options and environment of a program from its launch.json. The build writes the same into the deployed
 * program.
 */
function launchOf(app: string): {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const file = join(ROOT, 'apps', app, 'launch.json');
  if (!existsSync(file)) return { node: [], env: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof launchOf>;
}

/** Starts a program of the folder `apps` from source and polls `ready` until it returns true. */
export function startApp(
  app: string,
  env: Readonly<Record<string, string>>,
  ready: (program: StartedProgram) => boolean | Promise<boolean>,
  args: readonly string[] = [],
): Promise<StartedProgram> {
  const launch = launchOf(app);
  const main = join(ROOT, 'apps', app, 'src', 'main.ts');
  return startProgram(NODE, [...launch.node, main, ...args], ready, {
    env: { ...cleanEnv(env), ...launch.env },
    cwd: ROOT,
    ownEnv: true,
  });
}

/** True when a server answers HTTP at this URL, whatever the status. */
export async function respondsToHttp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Starts the all-in-one (all services in one process), by default on free ports with a new data folder. */
export async function startProduct(options: AllInOneProcessOptions = {}): Promise<AllInOneProcess> {
  const ports = options.ports ?? { app: await freePort(), content: await freePort() };
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'bridge-'));
  const baseUrl = `http://localhost:${ports.app}`;
  const contentUrl = `http://localhost:${ports.content}`;
  const env = {
    BRIDGE_BASE_URL: baseUrl,
    BRIDGE_CONTENT_URL: contentUrl,
    BRIDGE_DATA: data,
    ...options.env,
  };
  const program = await startApp('bridge', env, (started) => /ready in/i.test(started.output()));
  await until('the product to answer', () => respondsToHttp(`${baseUrl}/api/agent-bridge`));
  const welcomeToken = /\/console\/welcome#([A-Za-z0-9_-]+)/.exec(program.output())?.[1] ?? null;
  return {
    baseUrl,
    contentUrl,
    data,
    ports,
    program,
    env,
    welcomeToken,
    stop: async () => {
      await program.stop();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Exit code and output of a finished command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `ctl`, or the program `try`, with these settings. Throws when the exit code is not 0. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
  program: 'main' | 'try' = 'main',
): Promise<CommandResult> {
  const child = spawn(NODE, [join(ROOT, 'apps', 'ctl', 'src', `${program}.ts`), ...args], {
    cwd: ROOT,
    env: cleanEnv(env),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ctl ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return { code, stdout, stderr };
}
