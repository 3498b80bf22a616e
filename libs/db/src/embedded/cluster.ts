import { ProgramStartError } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { giveTo, INSIDE, nameFromInside, type OperatingSystemUser } from './account.ts';
import type { PostgresPrograms } from './binaries.ts';
import { DiskFullError, folderError, reportsFullDisk } from './folder-error.ts';

/** Major version of the Postgres npm packages; it must equal that of an existing cluster. */
const POSTGRES_MAJOR = '18';
const CLUSTER_BYTES_MIN = 160 * 1024 * 1024;
/** Minimum free disk space to start Postgres, bytes: two WAL segments and some reserve. */
const RUNNING_BYTES_MIN = 48 * 1024 * 1024;

/** Paths of the files of an embedded database. */
export interface EmbeddedDatabasePaths {
  readonly cluster: string;
  readonly password: string;
  readonly port: string;
  readonly log: string;
}

/** Returns the paths of the files of the embedded database in folder `dir`. */
export function clusterFiles(dir: string): EmbeddedDatabasePaths {
  return {
    cluster: join(dir, 'cluster'),
    password: join(dir, 'password'),
    port: join(dir, 'port'),
    log: join(dir, 'postgres.log'),
  };
}

/**
 * Creates the database cluster and its superuser password when they are missing, and returns the password. The cluster is
 * created under another name and renamed, so a killed process leaves no incomplete one.
 */
export async function ensureCluster(
  dir: string,
  account: OperatingSystemUser | null,
  binaries: PostgresPrograms,
  durable: boolean,
): Promise<string> {
  const files = clusterFiles(dir);
  if (existsSync(join(files.cluster, 'PG_VERSION'))) {
    checkVersion(files.cluster);
    checkDisk(dir, RUNNING_BYTES_MIN);
    return readPassword(files.password);
  }
  checkDisk(dir, CLUSTER_BYTES_MIN);
  try {
    const password = randomBytes(32).toString('base64url');
    writeFileSync(files.password, password, { mode: 0o600 });
    await initialise(dir, password, account, binaries, durable);
    return password;
  } catch (error) {
    throw folderError(dir, error);
  }
}

/** Reads the superuser password of the embedded database. Throws ProgramStartError when the file is missing or unreadable. */
export function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProgramStartError(
      `The database password in ${file} is missing, or not readable by this user.`,
      {
        cause: error,
      },
    );
  }
}

async function initialise(
  dir: string,
  password: string,
  account: OperatingSystemUser | null,
  binaries: PostgresPrograms,
  durable: boolean,
): Promise<void> {
  const fresh = join(dir, 'cluster.new');
  const passwordFile = join(dir, 'password.new');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  chmodSync(fresh, 0o700);
  giveTo(account, fresh);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(account, passwordFile);
  const handle = openSync(passwordFile, 'r');
  try {
    await run(
      binaries.initdb,
      [
        ...['-D', nameFromInside(account, fresh), '-U', 'postgres', '-A', 'scram-sha-256'],
        // For root on Linux the password file is passed as file descriptor 3: Postgres may not enter its folder.
        `--pwfile=${account !== null && process.platform === 'linux' ? '/proc/self/fd/3' : passwordFile}`,
        // The built-in locale sorts by Unicode code point, so the order is the same on every machine.
        ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: fresh, account, handle },
    );
    renameSync(fresh, join(dir, 'cluster'));
  } finally {
    closeSync(handle);
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Returns an environment without the PG* variables of the operator's shell. On Windows undefined: Postgres inherits the whole
 * environment.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };
}

/** Runs a Postgres program. Throws ProgramStartError with the last line of its output when it fails. */
async function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; account: OperatingSystemUser | null; handle: number },
): Promise<void> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    ...options.account,
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', options.handle],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw clusterError(options.cwd, said, status);
}

/** Makes the ProgramStartError from the output and exit status of a failed Postgres program. */
export function clusterError(
  dir: string,
  output: string,
  status: number | null,
): ProgramStartError {
  const said = output.replaceAll(INSIDE, dir);
  if (reportsFullDisk(said)) return new DiskFullError(dir, 'free some space.');
  const fatal = said.match(/(?:FATAL|PANIC|error): +(.+)/g)?.at(-1);
  const last = fatal ?? said.trim().split('\n').at(-1);
  const reason = last === undefined || last === '' ? `status ${status ?? 'unknown'}` : last;
  return new ProgramStartError(`The embedded Postgres could not start in ${dir}: ${reason}.`);
}

function checkVersion(cluster: string): void {
  const version = readVersion(cluster);
  if (version === POSTGRES_MAJOR) return;
  throw new ProgramStartError(
    `The data in ${cluster} was written by PostgreSQL ${version}, and this release brings ${POSTGRES_MAJOR}: restore a backup into a new folder.`,
  );
}

function readVersion(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    throw folderError(cluster, error);
  }
}

function checkDisk(dir: string, needed: number): void {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  if (free >= needed) return;
  const mib = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  throw new DiskFullError(dir, `${mib(free)} MiB are free and ${mib(needed)} MiB are needed.`);
}
