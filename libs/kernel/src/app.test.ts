import { freePort, startProgram, until, type Program } from '@bridge/testing';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';

const KERNEL = join(import.meta.dirname, 'index.ts');
const programs: Program[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill();
});

/** A program of the product whose modules stand in `modules`; it writes what happens to them. */
async function start(
  modules: string,
  env: Readonly<Record<string, string>> = {},
  ready: (program: Program) => boolean = (program) => program.output().includes('READY'),
): Promise<Program> {
  const source = `
    const { runApp, sayWaiting, StartError } = await import(${JSON.stringify(KERNEL)});
    setInterval(() => {}, 1000);
    const say = (text) => console.log(text);
    const part = (name, open = () => {}) => ({
      name, needs: [],
      open: async (deps) => {
        await open(deps);
        say('open ' + name);
        return { value: null, close: async () => say('close ' + name) };
      },
    });
    await runApp({
      name: 'test', about: 'A test.', logLevel: 'silent', modules: () => ${modules},
      onReady: () => say('READY'), onStopping: () => say('STOPPING'),
    });
  `;
  const args = ['--input-type=module', '-e', source];
  const program = await startProgram(process.execPath, args, ready, {
    env: { PATH: process.env.PATH ?? '', ...env },
    ownEnv: true,
  });
  programs.push(program);
  return program;
}
/** What a program that cannot start says; startProgram throws with it. */
const failure = async (
  modules: string,
  env?: Readonly<Record<string, string>>,
): Promise<string> => {
  const error: unknown = await start(modules, env).catch((reason: unknown) => reason);
  return String(error);
};

describe('a program', () => {
  test('that gets SIGTERM closes its parts and ends', async () => {
    const program = await start("[part('db'), part('web')]");
    await program.stop();
    expect(program.output().split('\n')).toEqual(
      expect.arrayContaining(['open db', 'open web', 'READY', 'STOPPING', 'close web', 'close db']),
    );
  });

  test('that gets SIGTERM while it starts closes the parts that are open, and opens no more', async () => {
    const modules = `[
      part('db'),
      part('slow', (deps) => new Promise((go) => { say('WAITING'); deps.stopping.onabort = go; })),
      part('web'),
    ]`;
    const program = await start(modules, {}, (p) => p.output().includes('WAITING'));
    await program.stop();
    const output = program.output();
    expect(output).toContain('close slow');
    expect(output).toContain('close db');
    expect(output).not.toContain('open web');
    expect(output).not.toMatch(/Error|given up/);
  });

  test('says in one sentence why it cannot start, and closes what is open', async () => {
    const output = await failure(
      "[part('db'), part('web', () => { throw new StartError('The port 4000 is taken.'); })]",
    );
    expect(output).toContain('The port 4000 is taken.\n');
    expect(output).toContain('close db');
    expect(output).not.toContain(' at ');
  });

  test('lists every wrong setting and nothing else', async () => {
    const output = await failure('[]', { BRIDGE_TYPO: '1', BRIDGE_LOG: 'loud' });
    expect(output).toContain('BRIDGE_TYPO is not a setting');
    expect(output).toContain('BRIDGE_LOG: ');
    expect(output).not.toContain(' at ');
  });

  test('tells its health from the first moment, before its parts are open', async () => {
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const modules = `[part('slow', (deps) => new Promise((go) => { deps.stopping.onabort = go; }))]`;
    const program = await start(modules, { BRIDGE_INTERNAL_LISTEN: listen }, () => true);
    const ready = await until('an answer', () => fetch(`http://${listen}/readyz`));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      ready: false,
      parts: [{ part: 'start', ok: false, note: 'is opening its parts' }],
    });
    expect((await fetch(`http://${listen}/livez`)).status).toBe(200);
    await program.stop();
  });

  test('tells what its start waits for, and no longer once it has come', async () => {
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const modules = `[part('db', async (deps) => {
      const come = sayWaiting('waits for the database');
      await new Promise((go) => process.once('SIGUSR2', go));
      come();
      await new Promise((go) => { deps.stopping.onabort = go; });
    })]`;
    const program = await start(modules, { BRIDGE_INTERNAL_LISTEN: listen }, () => true);
    const note = async (): Promise<unknown> => {
      const { parts } = (await (await fetch(`http://${listen}/readyz`)).json()) as {
        parts: { note: string }[];
      };
      return parts.map((part) => part.note);
    };
    await until('an answer', () => fetch(`http://${listen}/readyz`));
    await expect.poll(note).toEqual(['waits for the database']);
    process.kill(program.pid, 'SIGUSR2');
    await expect.poll(note).toEqual(['is opening its parts']);
    await program.stop();
  });
});
