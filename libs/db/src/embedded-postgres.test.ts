import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachOrStart, startEmbeddedPostgres } from './embedded-postgres.ts';
import { FolderLockedError } from './embedded/folder-lock.ts';

const MODULE_PATH = join(import.meta.dirname, 'embedded-postgres.ts');
const IS_ROOT = process.getuid?.() === 0;
const OTHER_UID = 65_534;

/** A folder with a database cluster. Each test copies it, because creating a cluster takes a second. */
let template: string;
let dir: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'bridge-pg-'));
  const { stop } = await startEmbeddedPostgres(template, { fsync: false });
  await stop();
});
afterAll(() => {
  rmSync(template, { recursive: true, force: true });
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bridge-pg-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});
const asAfterAFirstStart = () => {
  cpSync(template, dir, { recursive: true });
};

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
const value = (url: string, sql: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  });

/** Starts Postgres in another process, whose first output line is the connection URL or the error. */
async function instance(folder: string, options: { uid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE_PATH)});
    try {
      const { url, pid } = await startEmbeddedPostgres(${JSON.stringify(folder)}, { fsync: false });
      console.log(JSON.stringify({ url, pid }));
      process.stdin.resume();
    } catch (error) {
      console.log(JSON.stringify({ problem: error.message }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  child.stdout.setEncoding('utf8');
  const [line] = (await once(child.stdout, 'data')) as [string];
  const said = JSON.parse(line) as { url: string; pid: number; problem?: string };
  return { child, ...said };
}

const runs = (pid: number) => existsSync(`/proc/${pid}`);
async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 5 }).toBe(true);
}

function readableByAll(file: string): boolean {
  try {
    execFileSync('cat', [file], { uid: OTHER_UID, gid: OTHER_UID, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Kills an instance with SIGKILL and waits until its Postgres has ended. */
async function kill({ child, pid }: { child: ChildProcess; pid: number }): Promise<void> {
  child.kill('SIGKILL');
  await until(() => !runs(pid));
}

describe('a start', () => {
  test('makes a private cluster once, on loopback only, and finds data and port again', async () => {
    const first = await startEmbeddedPostgres(join(dir, 'db'));
    await withClient(first.url, (client) => client.query('create table kept as select 42 as n'));
    expect(await value(first.url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await value(first.url, 'show unix_socket_directories')).toBe('');
    expect(await value(first.url, 'show fsync')).toBe('on');
    expect(await value(first.url, 'show server_encoding')).toBe('UTF8');
    await first.stop();

    const second = await startEmbeddedPostgres(join(dir, 'db'));
    expect(second.url).toBe(first.url);
    expect(await value(second.url, 'select n from kept')).toBe(42);
    await second.stop();
    await second.stop();
  });

  test('lets in nobody without the password, which only the owner may read', async () => {
    asAfterAFirstStart();
    const { url, stop } = await startEmbeddedPostgres(dir, { fsync: false });
    const file = statSync(join(dir, 'password'));
    expect(file.mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(value(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await stop();
  });

  test('takes nothing from the shell it was started in', async () => {
    asAfterAFirstStart();
    const env = { PGPORT: '1', PGDATA: '/nowhere', PGOPTIONS: '-c fsync=on', PGUSER: 'me' };
    const { child, url, pid } = await instance(dir, { env });
    expect(await value(url, 'show fsync')).toBe('off');
    await kill({ child, pid });
  });

  test('begins anew where an earlier first start was cut off', async () => {
    mkdirSync(join(dir, 'cluster.new'));
    writeFileSync(join(dir, 'cluster.new', 'PG_VERSION'), '18\n');
    const { url, stop } = await startEmbeddedPostgres(dir, { fsync: false });
    expect(await value(url, 'select 1')).toBe(1);
    expect(readdirSync(dir)).not.toContain('cluster.new');
    await stop();
  });

  test('says which version wrote the data when it is not its own', async () => {
    mkdirSync(join(dir, 'cluster'));
    writeFileSync(join(dir, 'cluster', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(
      `The data in ${dir}/cluster was written by PostgreSQL 17, and this release brings 18`,
    );
    writeFileSync(join(dir, 'cluster', 'PG_VERSION'), '18\n');
    writeFileSync(join(dir, 'password'), 'x');
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(
      /^The embedded Postgres could not start in .*cluster: postgres: could not .*cluster\/postgresql\.conf/,
    );
  });

  test('moves to another port when the remembered one is taken, and says so when it was asked for', async () => {
    asAfterAFirstStart();
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port: taken } = squatter.address() as { port: number };
    writeFileSync(join(dir, 'port'), String(taken));
    await expect(startEmbeddedPostgres(dir, { fsync: false, port: taken })).rejects.toThrow(
      `Port ${taken} of 127.0.0.1 is taken by another program: name another port.`,
    );
    const { port, stop } = await startEmbeddedPostgres(dir, { fsync: false });
    expect(port).not.toBe(taken);
    await stop();
    squatter.close();
  });

  test('by an ordinary user works, and stays theirs when root starts it later', async (context) => {
    if (!IS_ROOT) return context.skip('only root can act as two users');
    if (!readableByAll(MODULE_PATH)) return context.skip('another user cannot read this checkout');
    chownSync(dir, OTHER_UID, OTHER_UID);
    const { child, url, pid } = await instance(dir, { uid: OTHER_UID });
    await withClient(url, (client) => client.query('create table kept as select 1 as n'));
    await kill({ child, pid });
    const byRoot = await startEmbeddedPostgres(dir, { fsync: false });
    expect(await value(byRoot.url, 'select n from kept')).toBe(1);
    await byRoot.stop();
    expect(statSync(join(dir, 'cluster', 'PG_VERSION')).uid).toBe(OTHER_UID);
  });

  test('by root works below a folder that is closed to all others', async (context) => {
    if (!IS_ROOT) return context.skip('this run is not root’s');
    const closed = join(dir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const { url, pid, stop } = await startEmbeddedPostgres(join(closed, 'db'), { fsync: false });
    expect(await value(url, 'select 1')).toBe(1);
    expect(statSync(`/proc/${pid}`).uid).toBe(OTHER_UID);
    await stop();
  });

  test('on a full disk says so', async (context) => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dir], { stdio: 'ignore' });
    } catch {
      return context.skip('this machine does not let tests mount a small disk');
    }
    try {
      await expect(startEmbeddedPostgres(dir)).rejects.toThrow(
        /^The disk that holds .* is full: \d+ MiB are free and 160 MiB are needed\.$/,
      );
    } finally {
      execFileSync('umount', [dir]);
    }
  });
});

describe('a second instance', () => {
  beforeEach(asAfterAFirstStart);

  // Verifies: storage.one-instance.
  test('is refused while the first one lives', async () => {
    const { child, pid } = await instance(dir);
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(FolderLockedError);
    await kill({ child, pid });
  });

  test('finds every commit of one that was killed, whose Postgres ends with it', async () => {
    const { child, url, pid } = await instance(dir);
    await withClient(url, (client) => client.query('create table kept as select 7 as n'));
    await kill({ child, pid });
    const next = await startEmbeddedPostgres(dir, { fsync: false });
    expect(await value(next.url, 'select n from kept')).toBe(7);
    await next.stop();
  });

  // Verifies: storage.one-instance.
  test.runIf(process.platform === 'linux')(
    'ends the Postgres that a dead one left running',
    async () => {
      const { child, url, pid } = await instance(dir);
      await withClient(url, (client) => client.query('create table kept as select 7 as n'));
      process.kill(watcherOf(pid), 'SIGKILL');
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(runs(pid)).toBe(true);

      const next = await startEmbeddedPostgres(dir, { fsync: false });
      await until(() => !runs(pid));
      expect(await value(next.url, 'select n from kept')).toBe(7);
      await next.stop();
    },
  );

  test('is not misled by a process id that belongs to another program by now', async () => {
    const first = await startEmbeddedPostgres(dir, { fsync: false });
    const file = join(dir, 'cluster', 'postmaster.pid');
    const left = readFileSync(file, 'utf8');
    await first.stop();
    const other = spawn('sleep', ['60']);
    writeFileSync(file, left.replace(/^\d+/, String(other.pid)), { mode: 0o600 });
    const next = await startEmbeddedPostgres(dir, { fsync: false });
    expect(await value(next.url, 'select 1')).toBe(1);
    expect(other.exitCode).toBe(null);
    other.kill();
    await next.stop();
  });
});

describe('attachOrStart', () => {
  beforeEach(asAfterAFirstStart);

  test('uses the Postgres of the instance that holds the folder and leaves it running', async () => {
    const { child, url, pid } = await instance(dir);
    const attached = await attachOrStart(dir);
    expect(attached).toMatchObject({ started: false, url });
    await attached.stop();
    expect(runs(pid)).toBe(true);
    await kill({ child, pid });
  });

  test('waits for an instance that is only just starting', async () => {
    const starting = instance(dir);
    await until(() => existsSync(join(dir, 'in-use.json')));
    const attached = await attachOrStart(dir);
    const { child, url, pid } = await starting;
    expect(attached).toMatchObject({ started: false, url });
    await kill({ child, pid });
  });

  test('starts its own where nobody runs one, and a service waits until it is done', async () => {
    const tool = await attachOrStart(dir, { fsync: false });
    expect(tool.started).toBe(true);
    const service = startEmbeddedPostgres(dir, { fsync: false });
    await tool.stop();
    const { url, stop } = await service;
    expect(await value(url, 'select 1')).toBe(1);
    await stop();
  });

  test('lets a second tool finish before the first one takes its Postgres away', async () => {
    const first = await attachOrStart(dir, { fsync: false });
    const second = await attachOrStart(dir, { fsync: false });
    expect(second).toMatchObject({ started: false, url: first.url });
    await withClient(second.url, async (client) => {
      const stopped = first.stop();
      // From here on new connections are refused: the first instance is stopping and waits for this session.
      await expect
        .poll(() => value(first.url, 'select 1').catch((error: { code: string }) => error.code))
        .toBe('57P03');
      const { rows } = await client.query('select 1 as n');
      expect(rows).toEqual([{ n: 1 }]);
      await client.end();
      await stopped;
    });
  });
});

test('the product is told when its Postgres dies', async () => {
  asAfterAFirstStart();
  const postgres = await startEmbeddedPostgres(dir, { fsync: false });
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.ended;
  await postgres.stop();
  const again = await startEmbeddedPostgres(dir, { fsync: false });
  expect(await value(again.url, 'select 1')).toBe(1);
  await again.stop();
});

/** Finds the shell that stops Postgres when its instance was killed. The id of that Postgres is an argument of the shell. */
function watcherOf(postgres: number): number {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words.includes(String(postgres)) && readlinkSync(`/proc/${name}/cwd`) === '/';
    } catch {
      return false;
    }
  });
  return Number(found);
}
