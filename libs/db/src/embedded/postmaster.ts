import { settlesWithin } from '@bridge/kernel';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nameFromInside, type OperatingSystemUser } from './account.ts';
import type { PostgresPrograms } from './binaries.ts';
import { cleanEnvironment, clusterError, type EmbeddedDatabasePaths } from './cluster.ts';
import { readPostmaster } from './orphans.ts';

const LOG_BYTES_MAX = 5 * 1024 * 1024;
/** Number of bytes of the end of Postgres's log that are read to find the reason of its end. */
const LOG_TAIL_BYTES_MAX = 64 * 1024;
const READY_POLL_MS = 5;
const STOP_FAST_MS = 10_000;
const STOP_SMART_MS = 10_000;

/** Files, system account, programs and settings with which an embedded Postgres is started. */
export interface PostmasterOptions {
  readonly files: EmbeddedDatabasePaths;
  readonly account: OperatingSystemUser | null;
  readonly binaries: PostgresPrograms;
  readonly port: number;
  readonly durable: boolean;
}

/** The running main process of an embedded Postgres. */
export interface RunningPostmaster {
  readonly pid: number;
  /** Settles when Postgres has ended for any reason. */
  readonly ended: Promise<void>;
  /** Returns the log of Postgres since this start, at most its last 64 KiB. */
  log(): string;
  /** Stops Postgres. `fast` ends open sessions; `smart` waits for them, up to 10 s. */
  stop(how: 'fast' | 'smart'): Promise<void>;
}

/** Starts Postgres and waits until it accepts connections. Throws ProgramStartError. */
export async function startPostmaster(options: PostmasterOptions): Promise<RunningPostmaster> {
  const { files, account, binaries } = options;
  rotate(files.log);
  const log = openSync(files.log, 'a', 0o600);
  const logFrom = statSync(files.log).size;
  const child = spawn(
    binaries.postgres,
    ['-D', nameFromInside(account, files.cluster), ...settings(options)],
    {
      cwd: files.cluster,
      ...account,
      // In its own process group Postgres does not receive the Ctrl-C of the terminal; this process stops it.
      detached: true,
      env: cleanEnvironment(),
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  let spawnError: Error | null = null;
  child.once('error', (error) => (spawnError = error));
  let over = false;
  void ended.then(() => (over = true));

  while (!over) {
    const postmaster = readPostmaster(files.cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready === true) {
      return running(child, ended, options, logFrom);
    }
    await Promise.race([ended, delay(READY_POLL_MS)]);
  }
  const said = spawnError === null ? logSince(files.log, logFrom) : String(spawnError);
  throw clusterError(files.cluster, said, child.exitCode);
}

function settings({ port, durable }: PostmasterOptions): string[] {
  const values = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Failed statements are reported to their clients, so the log contains server events only.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_min_error_statement: 'panic',
    // Statements are short index lookups; JIT compilation costs more than it saves.
    jit: 'off',
    // Even without fsync, a commit is in the kernel's cache before its reply, so it survives when Postgres is killed.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function running(
  child: ChildProcess,
  ended: Promise<void>,
  options: PostmasterOptions,
  logFrom: number,
): RunningPostmaster {
  const pid = child.pid ?? 0;
  const watcher = watch(pid, options.account);
  const done = ended.then(() => {
    watcher?.kill('SIGKILL');
  });
  // Postgres must not keep this process alive; `stop` waits for its end.
  child.unref();
  return {
    pid,
    ended: done,
    log: () => logSince(options.files.log, logFrom),
    async stop(how) {
      child.ref();
      if (process.platform === 'win32') return stopByTool(options, done);
      if (how === 'smart' && child.kill('SIGTERM') && (await settlesWithin(STOP_SMART_MS, done)))
        return;
      child.kill('SIGINT');
      if (await settlesWithin(STOP_FAST_MS, done)) return;
      child.kill('SIGQUIT');
      await done;
    },
  };
}

/**
 * Starts a shell that stops Postgres when this process is killed: the shell waits at a pipe that the kernel closes when this
 * process ends. Windows has no such shell; there the next start stops the remaining Postgres.
 */
function watch(pid: number, account: OperatingSystemUser | null): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    ...account,
    detached: true,
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // When `/bin/sh` is missing, nothing watches; the next start of the product stops a Postgres that was left running.
  watcher.once('error', () => undefined);
  watcher.unref();
  // The pipe must not keep this process alive.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return watcher;
}

/** Stops Postgres with pg_ctl on Windows, which has no signals. */
async function stopByTool(options: PostmasterOptions, done: Promise<void>): Promise<void> {
  spawn(options.binaries.pgCtl, ['stop', '-m', 'fast', '-D', options.files.cluster], {
    stdio: 'ignore',
  });
  await done;
}

function rotate(log: string): void {
  const stat = statSync(log, { throwIfNoEntry: false });
  if (stat !== undefined && stat.size > LOG_BYTES_MAX) renameSync(log, `${log}.1`);
}

function logSince(log: string, from: number): string {
  return readFileSync(log).subarray(from).subarray(-LOG_TAIL_BYTES_MAX).toString('utf8');
}
