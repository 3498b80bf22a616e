import { processEnv } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The owner of journeys, which is created once with a random password. */
const JOURNEY_OWNER = 'try@example.org';
const SCOPES =
  'worlds.list,worlds.found,builder.list,builder.create,builder.get,builder.patch,builder.publish,surf.search';

/** A key for one journey. */
export interface JourneyKey {
  readonly secret: string;
  revoke(): Promise<void>;
}

const CTL = fileURLToPath(new URL('../main.ts', import.meta.url));
const BRIDGE = fileURLToPath(new URL('../../../bridge/src/main.ts', import.meta.url));

async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
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

/** Creates the owner of journeys, if there is none, and a key that is valid for a day, with the commands of the terminal. */
export async function createJourneyKey(env: Readonly<Record<string, string>>): Promise<JourneyKey> {
  const password = `${randomBytes(18).toString('base64url')}\n`;
  await command(
    ['owner', 'create', '--email', JOURNEY_OWNER, '--name', 'Try', '--password-stdin'],
    env,
    password,
  );
  const made = await command(
    [
      'keys',
      'create',
      '--owner',
      JOURNEY_OWNER,
      '--name',
      'npm run try',
      '--scopes',
      SCOPES,
      '--expires-in-days',
      '1',
    ],
    env,
    '',
  );
  if (made.code !== 0) throw new Error(`No key could be made: ${made.stderr || made.stdout}`);
  const { secret, key } = JSON.parse(made.stdout) as {
    readonly secret: string;
    readonly key: { readonly key_id: string };
  };
  return {
    secret,
    revoke: async () => void (await command(['keys', 'revoke', key.key_id], env, '')),
  };
}

/** Starts an all-in-one for the journey. */
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
