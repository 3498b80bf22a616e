import { SCOPES, type ActionName } from '@bridge/contracts';
import { processEnv } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { toolSettings } from '../tool-settings.ts';
import { openSession } from './open-session.ts';

/** E-mail of the owner in whose account `npm run try` calls actions. The owner is created once, with a random password. */
const JOURNEY_OWNER = 'try@example.org';
const JOURNEY_SCOPES: readonly ActionName[] = [
  'worlds.list',
  'worlds.found',
  'builder.list',
  'builder.create',
  'builder.get',
  'builder.patch',
  'builder.publish',
  'surf.search',
];

/** A key that `npm run try` creates for one run and revokes afterwards. */
export interface TryRunKey {
  readonly keyId: string;
  readonly secret: string;
  revoke(): Promise<void>;
}

const CTL = fileURLToPath(new URL('../main.ts', import.meta.url));
const BRIDGE = fileURLToPath(new URL('../../../bridge/src/main.ts', import.meta.url));

/** Runs a `ctl` command in a child process, with `input` as its standard input. */
async function runCtl(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [CTL, ...args, '--json'], {
    env: { ...processEnv(), ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, stdout, stderr };
}

async function createOwner(
  email: string,
  password: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const words = ['owner', 'create', '--email', email, '--name', 'Try', '--password-stdin'];
  await runCtl(words, env, `${password}\n`);
}

async function createKey(
  email: string,
  scopes: readonly ActionName[],
  env: Readonly<Record<string, string>>,
): Promise<TryRunKey> {
  const words = ['keys', 'create', '--owner', email, '--name', 'npm run try'];
  const rights = ['--scopes', scopes.join(','), '--expires-in-days', '1'];
  const made = await runCtl([...words, ...rights], env);
  if (made.code !== 0) throw new Error(`No key could be made: ${made.stderr || made.stdout}`);
  const { secret, key } = JSON.parse(made.stdout) as {
    readonly secret: string;
    readonly key: { readonly key_id: string };
  };
  const revoke = async () => void (await runCtl(['keys', 'revoke', key.key_id], env));
  return { keyId: key.key_id, secret, revoke };
}

const newPassword = (): string => randomBytes(18).toString('base64url');

/** Creates the owner `JOURNEY_OWNER` if it does not exist, and a key that is valid for one day, by `ctl` commands. */
export async function createJourneyKey(env: Readonly<Record<string, string>>): Promise<TryRunKey> {
  await createOwner(JOURNEY_OWNER, newPassword(), env);
  return createKey(JOURNEY_OWNER, JOURNEY_SCOPES, env);
}

/**
 * The credentials with which `npm run try --all` calls every action once: a key with every scope, of an owner created for it.
 */
export interface ActionTourCredentials {
  readonly key: TryRunKey;
  /** The code with which an agent joins the session (chat of the owner with one agent) that the owner has opened. */
  readonly code: string;
}

/** Creates an owner with credits for one paid call, a key with every scope, and an open session (chat with one agent). */
export async function createTourOwner(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
  tag: string,
): Promise<ActionTourCredentials> {
  const [email, password] = [`try-${tag}@example.org`, newPassword()];
  await createOwner(email, password, env);
  const key = await createKey(email, SCOPES, env);
  const amount = String(toolSettings().BRIDGE_GENERATE_COST);
  await runCtl(
    ['credits', 'grant', '--owner', email, '--amount', amount, '--ref', `try-${tag}`],
    env,
  );
  return { key, code: await openSession(baseUrl, email, password) };
}

/** Starts the product on temporary data in a child process, and waits until it is ready. */
export async function startTemporary(
  env: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [BRIDGE], {
    env: { ...processEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  await Promise.race([
    new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (/ready in/i.test(said)) resolve();
      });
    }),
    ended.then(() => Promise.reject(new Error('The temporary product did not start.'))),
  ]);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
