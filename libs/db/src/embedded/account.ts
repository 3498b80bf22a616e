import { StartError } from '@bridge/kernel';
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './folder-error.ts';

/** Id of the user and group without privileges on every Unix. */
const UNPRIVILEGED_ID = 65_534;
/** On Linux: the working folder of a process, as a path that needs no right on its parent folders. */
export const INSIDE = '/proc/self/cwd';

/** The system account under which Postgres runs when this process is root, because Postgres refuses to run as root. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Null for an ordinary user, whose Postgres runs as that user. For root it is the owner of the cluster, so that a
 * cluster made by an ordinary user stays theirs, else the unprivileged account.
 */
export function accountFor(cluster: string): SystemAccount | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
  return { uid: owner.uid, gid: owner.gid };
}

/** Makes the account of Postgres the owner of a file or folder; does nothing for an ordinary user. */
export function giveTo(account: SystemAccount | null, path: string): void {
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
 * Repairs mode and owner of a cluster that was copied or restored: closed to other users, as Postgres demands, and
 * owned by the account.
 */
export function claim(account: SystemAccount | null, folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (account === null || statSync(folder).uid === account.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
  giveTo(account, folder);
}

/**
 * The path of `folder` for a Postgres program whose working folder it is. As root on Linux it is the kernel's link to
 * the working folder, because the folder may be below one that is closed to other users, such as `/root`.
 */
export function nameFromInside(account: SystemAccount | null, folder: string): string {
  return account !== null && process.platform === 'linux' ? INSIDE : folder;
}
