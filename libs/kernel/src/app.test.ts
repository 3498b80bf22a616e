import { freePort, startProgram, until, type StartedProgram } from '@bridge/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSocket, readControl } from './control-socket.ts';

const KERNEL = join(import.meta.dirname, 'index.ts');
const programs: StartedProgram[] = [];
let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'bridge-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.kill();
  rmSync(data, { recursive: true, force: true });
});

/** Starts a program with these modules (TypeScript source text); the program prints its events. */
async function start(
  modules: string,
  env: Readonly<Record<string, string>> = {},
  ready: (program: StartedProgram) => boolean = (program) => program.output().includes('READY'),
): Promise<StartedProgram> {
  const source = `
    const { controlSocket, inSpan, runApp, showStartWait, ProgramStartError } = await import(${JSON.stringify(KERNEL)});
    setInterval(() => {}, 1000);
    const say = (text) => console.log(text);
    const part = (name, open = () => {}, more = {}) => ({
      name, needs: [],
      open: async (deps) => {
        await open(deps);
        say('open ' + name);
        return { value: null, close: async () => say('close ' + name), ...more };
      },
    });
    await runApp({
      name: 'test', about: 'A test.', logLevel: 'silent', modules: () => ${modules}, controlSocket,
      onReady: () => say('READY'), onStopping: () => say('STOPPING'),
    });
  `;
  const args = ['--input-type=module', '-e', source];
  const program = await startProgram(process.execPath, args, ready, {
    env: { PATH: process.env.PATH ?? '', BRIDGE_DATA: data, ...env },
    ownEnv: true,
  });
  programs.push(program);
  return program;
}
/** Starts a program that must fail, and returns the text of its error. */
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

  test('that gets SIGTERM exports the trace spans of its last calls', async () => {
    let received = '';
    const collector = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => (received += text));
      request.on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    const program = await start(
      "[part('db', () => inSpan('last-call', undefined, async () => {}))]",
      env,
    );
    await program.stop();
    collector.close();
    expect(received).toContain('last-call');
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

  test('reports in one sentence why it cannot start, and closes the open parts', async () => {
    const output = await failure(
      "[part('db'), part('web', () => { throw new ProgramStartError('The port 4000 is taken.'); })]",
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

  test('reports its health from the start, before its parts are open', async () => {
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

  test('is unready while a part that blocks traffic is unavailable, and ready again afterwards', async () => {
    const modules = `[part('db', () => {}, {
      ready: async () => globalThis.away ? { ok: false, note: 'away', blocksTraffic: true } : { ok: true },
    })]`;
    const toggle =
      "process.on('SIGUSR2', () => { globalThis.away = !globalThis.away; say('TOGGLED'); })";
    const listen = `127.0.0.1:${await freePort()}`;
    const program = await start(modules.replace('[', `(${toggle}, [`) + ')', {
      BRIDGE_INTERNAL_LISTEN: listen,
    });
    const status = async (path: string): Promise<number> =>
      (await fetch(`http://${listen}/${path}`)).status;
    expect(await status('readyz')).toBe(200);
    process.kill(program.pid, 'SIGUSR2');
    await expect.poll(() => status('readyz')).toBe(503);
    expect(await status('livez')).toBe(200);
    process.kill(program.pid, 'SIGUSR2');
    await expect.poll(() => status('readyz')).toBe(200);
  });

  // Verifies: storage.database-ends.
  test('ends in order, with the reason, when a part cannot go on', async () => {
    const modules = `[part('db', () => {}, {
      failed: new Promise((fail) => process.once('SIGUSR2', () => fail(new ProgramStartError('Postgres is gone.')))),
    }), part('web')]`;
    const program = await start(modules);
    process.kill(program.pid, 'SIGUSR2');
    await program.ended;
    expect(program.output()).toMatch(/STOPPING[^]*close web[^]*close db[^]*Postgres is gone\.\n/);
  });

  test('answers a tool of the same user on the socket in its data folder, and none after it was killed', async () => {
    const program = await start("[part('db')]");
    const socket = controlSocket({ BRIDGE_DATA: data }) ?? expect.fail('no socket');
    expect(await until('the socket', () => readControl(socket))).toEqual({
      ready: true,
      parts: [{ part: 'db', ok: true }],
    });
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    await program.kill();
    expect(await readControl(socket)).toBeNull();
    // The killed program left its socket file, which the next program must replace.
    await start("[part('db')]");
    expect(await until('the socket', () => readControl(socket))).toMatchObject({ ready: true });
  });

  test('reports the part for which its start waits, until it is available', async () => {
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const modules = `[part('db', async (deps) => {
      const come = showStartWait('waits for the database');
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
