import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RUN = join(import.meta.dirname, '..', 'run.mjs');
const CHILD = join(import.meta.dirname, 'child.mjs');

/** Returns the text of a module that runs a script with `runCommand`, as npm scripts do. */
function runs(script: string): string {
  return `import { runCommand } from ${JSON.stringify(CHILD)};
    process.exitCode = await runCommand(process.execPath, ["-e", ${JSON.stringify(script)}]);`;
}

/** Runs a script with `runCommand` in another process. */
function wrapped(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', runs(script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

/** Returns a script that waits for a signal and 50 ms later prints how often it received the signal. */
const counting = (signal: string) => `
  let received = 0;
  process.on('${signal}', () => {
    received += 1;
    setTimeout(() => { console.log('received', received); process.exit(3); }, 50);
  });
  setInterval(() => {}, 1000);
  console.log('up');`;

test('a command’s exit code is the npm script’s', async () => {
  const { child } = wrapped('process.exit(7)');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

test('a command that a signal ended ends with 128 and its number', async () => {
  const { child } = wrapped('process.kill(process.pid, "SIGKILL")');
  expect(await once(child, 'exit')).toEqual([137, null]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the command once, and its own way of ending counts',
  async (signal) => {
    const { child, output } = wrapped(counting(signal));
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(output()).toBe('up\nreceived 1\n');
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the whole group counts once as well',
  async (signal) => {
    const { child, output } = wrapped(counting(signal));
    await once(child.stdout, 'data');
    process.kill(-Number(child.pid), signal);
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(output()).toBe('up\nreceived 1\n');
  },
);

test('a command receives SIGTERM when its wrapper was killed', async () => {
  const { child, output } = wrapped(counting('SIGTERM'));
  await once(child.stdout, 'data');
  process.kill(-Number(child.pid), 'SIGKILL');
  await once(child, 'close');
  expect(output()).toBe('up\nreceived 1\n');
});

test('standard input, typed or piped, reaches the command', async () => {
  const { child, output } = wrapped('process.stdin.pipe(process.stdout)');
  child.stdin.end('password\n');
  await once(child, 'close');
  expect(output()).toBe('password\n');
});

test('a command ends when npm’s shell is gone', async () => {
  const script = 'console.log(process.pid); setInterval(() => {}, 1000)';
  const shell = spawn(
    '/bin/sh',
    ['-c', `${process.execPath} --input-type=module -e '${runs(script)}'; true`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    },
  );
  const [line] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string];
  shell.kill('SIGTERM');
  await expect.poll(() => existsSync(`/proc/${line.trim()}`)).toBe(false);
});

test('an unknown command is answered with the known ones, and code 2', async () => {
  const child = spawn(process.execPath, [RUN, 'fly'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(said).toMatch(/^Unknown command fly: one of start, try, .*\.\n$/);
});
