import { StartError } from '@bridge/kernel';
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, folderError } from './folder-error.ts';
import { isAlive } from './is-alive.ts';

const LOCK_FILE = 'in-use.lock';
const HOLDER_FILE = 'in-use.json';
const SQLITE_BUSY = 5;

/** Who holds a folder: a long-running `service`, or a `tool` that will be done in a moment. */
export interface FolderHolder {
  readonly kind: 'service' | 'tool';
  readonly pid: number;
  /** Where the holder answers, as `http://localhost:4000`; for the message of whoever comes second. */
  readonly address?: string | undefined;
}

/** A folder that this process alone may use until `release`, or until it ends in whatever way. */
export interface FolderHold {
  readonly dir: string;
  release(): void;
}

/** The folder belongs to another live process; `holder` is null while that one is only just starting. */
export class FolderHeld extends StartError {
  readonly holder: FolderHolder | null;

  constructor(dir: string, holder: FolderHolder | null) {
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
 * Makes the folder if it is missing (0700) and takes it for this process. The lock is the operating
 * system's own, so it ends with its holder and a dead one's is simply free: no process id has to be
 * guessed at. Throws FolderHeld when another process (or this one) has it, StartError when it
 * cannot be written.
 */
export function holdFolder(dir: string, holder: Omit<FolderHolder, 'pid'>): FolderHold {
  const path = resolve(dir);
  makeFolder(path);
  const lock = takeLock(path);
  try {
    writeFileSync(
      join(path, HOLDER_FILE),
      JSON.stringify({ ...holder, pid: process.pid } satisfies FolderHolder),
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

/** Who holds a folder now, as far as that one has said; null when nobody does. */
export function holderOf(dir: string): FolderHolder | null {
  // What a killed holder wrote stays behind.
  const holder = readHolder(resolve(dir));
  return holder !== null && isAlive(holder.pid) ? holder : null;
}

/** Makes a private folder, with its parents; throws StartError when it cannot be made or written. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderError(dir, error);
  }
}

/**
 * SQLite is what Node brings to reach the kernel's file locks. Nothing is ever stored in the file, and
 * nothing else may open it: closing any other descriptor of it would drop the lock.
 */
function takeLock(dir: string): DatabaseSync {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(dir, LOCK_FILE), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw new FolderHeld(dir, readHolder(dir));
    if (codeOf(error) !== 'ERR_SQLITE_ERROR') throw error;
    throw new StartError(`The lock of the folder ${dir} cannot be taken: ${String(error)}.`, {
      cause: error,
    });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readHolder(dir: string): FolderHolder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dir, HOLDER_FILE), 'utf8'));
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is FolderHolder {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value) || !('pid' in value)) return false;
  return (value.kind === 'service' || value.kind === 'tool') && typeof value.pid === 'number';
}
