import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderError } from './folder-error.ts';
import { isAlive } from './is-alive.ts';

const HOLD_FILE = 'in-use.lock';
const HOLDER_FILE = 'in-use.json';
const SQLITE_BUSY = 5;

/** The process that has locked a folder: a long-running `service`, or a `tool` that ends within seconds. */
export interface FolderLockHolder {
  readonly kind: 'service' | 'tool';
  readonly pid: number;
  /** URL of the product, such as `http://localhost:4000`, for the message to a refused process. */
  readonly address?: string | undefined;
}

/** The lock of this process on a folder, valid until `release` or the end of the process. */
export interface FolderLock {
  readonly dir: string;
  release(): void;
}

/**
 * The error when another process has locked the folder. `holder` is null until that process has written its kind and id to a
 * file.
 */
export class FolderLockedError extends ProgramStartError {
  readonly holder: FolderLockHolder | null;

  constructor(dir: string, holder: FolderLockHolder | null) {
    const where = holder?.address === undefined ? '' : `, ${holder.address}`;
    const who =
      holder === null ? 'another instance' : `another instance (process ${holder.pid}${where})`;
    super(
      `The folder ${dir} is in use by ${who}: stop that one, or start this one on a folder of its own.`,
    );
    this.holder = holder;
  }
}

/**
 * Locks a folder for this process and creates it (mode 0700) when it is missing. The operating system releases the lock
 * when the process ends. Throws FolderLockedError when it is locked, and ProgramStartError when it is not writable.
 */
export function holdFolder(dir: string, holder: Omit<FolderLockHolder, 'pid'>): FolderLock {
  const path = resolve(dir);
  makeFolder(path);
  const lock = takeLock(path);
  try {
    writeFileSync(
      join(path, HOLDER_FILE),
      JSON.stringify({ ...holder, pid: process.pid } satisfies FolderLockHolder),
    );
  } catch (error) {
    lock.close();
    throw folderError(path, error);
  }
  return {
    dir: path,
    release() {
      if (!lock.isOpen) return;
      rmSync(join(path, HOLDER_FILE), { force: true });
      lock.close();
    },
  };
}

/** Returns the process that has locked a folder; null when the folder is not locked. */
export function holderOf(dir: string): FolderLockHolder | null {
  // A killed process leaves its file with the data of the lock holder, so the process id is checked.
  const holder = readHolder(resolve(dir));
  return holder !== null && isAlive(holder.pid) ? holder : null;
}

/** Creates a private folder with its parents. Throws ProgramStartError when it cannot be created or written. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderError(dir, error);
  }
}

/**
 * Locks a folder through an empty SQLite file, because Node.js has no other access to file locks of the operating system. No
 * other code may open this file: closing it would release the lock.
 */
function takeLock(dir: string): DatabaseSync {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(dir, HOLD_FILE), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw new FolderLockedError(dir, readHolder(dir));
    if (errorCodeOf(error) !== 'ERR_SQLITE_ERROR') throw error;
    throw new ProgramStartError(
      `The lock of the folder ${dir} cannot be taken: ${String(error)}.`,
      {
        cause: error,
      },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readHolder(dir: string): FolderLockHolder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dir, HOLDER_FILE), 'utf8'));
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is FolderLockHolder {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value) || !('pid' in value)) return false;
  return (value.kind === 'service' || value.kind === 'tool') && typeof value.pid === 'number';
}
