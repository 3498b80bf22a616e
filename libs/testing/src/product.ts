import { processEnv } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram, type Program } from './program.ts';
import { ROOT } from './shared-folder.ts';
import { until } from './until.ts';

const NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** How to start the product for a test. */
export interface ProductOptions {
  /** Settings beyond addresses and data folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** Existing data folder to use; by default a new one, removed at the end. */
  readonly data?: string;
  /** Ports to listen on, for restarts on the same addresses; by default free ones. */
  readonly ports?: { readonly app: number; readonly content: number };
}

/** The all-in-one, running in a process of its own as a user starts it. */
export interface Product {
  readonly baseUrl: string;
  readonly contentUrl: string;
  readonly data: string;
  readonly ports: { readonly app: number; readonly content: number };
  readonly program: Program;
  /** Settings that a further process of this product needs, a command for instance. */
  readonly env: Readonly<Record<string, string>>;
  /** Token of the one-time link that was printed; null when an owner exists already. */
  readonly welcomeToken: string | null;
  stop(): Promise<void>;
}

/** Environment of a process under test: without the BRIDGE_* settings of the calling process. */
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

/** Launch options that an app declares for its process; the build writes the same ones into the deployed program. */
function launchOf(app: string): {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const file = join(ROOT, 'apps', app, 'launch.json');
  if (!existsSync(file)) return { node: [], env: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof launchOf>;
}

/** Starts an app of the checkout and waits until `ready` returns true; its output is in `program.output()`. */
export function startApp(
  app: string,
  env: Readonly<Record<string, string>>,
  ready: (program: Program) => boolean | Promise<boolean>,
  args: readonly string[] = [],
): Promise<Program> {
  const launch = launchOf(app);
  const main = join(ROOT, 'apps', app, 'src', 'main.ts');
  return startProgram(NODE, [...launch.node, main, ...args], ready, {
    env: { ...cleanEnv(env), ...launch.env },
    cwd: ROOT,
    ownEnv: true,
  });
}

/** True once something answers HTTP at this address. */
export async function respondsToHttp(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Starts the all-in-one on free ports and a new data folder. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
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

/** Output and exit code of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `ctl`, or another program of the checkout, with these settings; throws when the exit code is not 0. */
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
