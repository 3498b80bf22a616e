import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** User id and group id of the system account `nobody`, which has no privileges. */
const UNPRIVILEGED_ID = 65_534;
/** Linux path by which a process names its own working directory. It works without permission on the parent directories. */
export const INSIDE = '/proc/self/cwd';

/** The system account under which Postgres runs when this process is root; Postgres refuses to run as root. */
export interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the system account under which Postgres must run; null unless this process is root. It is the owner of the database
 * folder `cluster`, or the unprivileged account when the folder is missing or belongs to root.
 */
export function accountFor(cluster: string): OperatingSystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID };
  return { uid: owner.uid, gid: owner.gid };
}

/** Makes the account under which Postgres runs the owner of a file or folder. Does nothing when `account` is null. */
export function giveTo(account: OperatingSystemUser | null, path: string): void {
  if (account === null) return;
  try {
    chownSync(path, account.uid, account.gid);
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') throw error;
    throw new ProgramStartError(
      `Postgres does not run as root, and ${path} cannot be given to another account: start as an ordinary user.`,
      { cause: error },
    );
  }
}

/** Sets mode 0700 and the owner of a copied or restored database folder, because Postgres refuses any other mode or owner. */
export function claim(account: OperatingSystemUser | null, folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (account === null || statSync(folder).uid === account.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
  giveTo(account, folder);
}

/**
 * Returns the path by which a Postgres program with working directory `folder` names this folder. When Postgres runs under an
 * unprivileged account on Linux, it is `/proc/self/cwd`, because that account may not enter a parent folder such as `/root`.
 */
export function nameFromInside(account: OperatingSystemUser | null, folder: string): string {
  return account !== null && process.platform === 'linux' ? INSIDE : folder;
}
