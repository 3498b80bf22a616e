import { StartError } from '@bridge/kernel';
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './folder-error.ts';

/** The account whose rights every Unix gives to nobody in particular. */
const NOBODY = 65_534;
/** Linux: the folder a process stands in, as a path that needs no right to walk there. */
export const INSIDE = '/proc/self/cwd';

/** The account Postgres runs under when this process is root, which Postgres refuses to be. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Null for an ordinary user: Postgres then runs as that user. For root: the account that owns the
 * cluster already, so that one made by an ordinary user stays theirs, else nobody.
 */
export function accountFor(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return { uid: NOBODY, gid: NOBODY };
  return { uid: owner.uid, gid: owner.gid };
}

/** Gives a file or folder to the account Postgres runs under; nothing to do for an ordinary user. */
export function giveTo(account: Account | null, path: string): void {
  if (account === null) return;
  try {
    chownSync(path, account.uid, account.gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
    throw new StartError(
      `Postgres does not run as root, and ${path} cannot be given to another account: start as an ordinary user.`,
      { cause: error },
    );
  }
}

/**
 * Puts a cluster right that came out of a copy or a backup: closed to others, as Postgres demands, and
 * with all that is in it owned by the account.
 */
export function claim(account: Account | null, folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (account === null || statSync(folder).uid === account.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
  giveTo(account, folder);
}

/**
 * How a Postgres program started with `cwd: folder` is to name that folder. As root on Linux it goes
 * by the kernel's link to it: the folder may lie below one that is closed to others (`/root` is), and
 * the link needs no right to walk there.
 */
export function nameFromInside(account: Account | null, folder: string): string {
  return account !== null && process.platform === 'linux' ? INSIDE : folder;
}
