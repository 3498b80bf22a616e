import { StartError } from '@bridge/kernel';

const FULL_DISK = /No space left on device|Disk quota exceeded/;

/** The error of a start that failed because the disk is full; a start succeeds after space is freed. */
export class DiskFull extends StartError {
  constructor(path: string, rest: string, options: { readonly cause?: unknown } = {}) {
    super(`The disk that holds ${path} is full: ${rest}`, options);
  }
}

/** True when the output of a Postgres program says that its disk is full. */
export function reportsFullDisk(output: string): boolean {
  return FULL_DISK.test(output);
}

/** Converts an error of the file system on `path` into a StartError; any other error is returned unchanged. */
export function folderError(path: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(
        `The folder ${path} is not writable by this user: change its owner, or name another one.`,
        { cause: error },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new DiskFull(path, 'free some space.', { cause: error });
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(`${path} is a file where a folder is needed.`, { cause: error });
    default:
      return error;
  }
}

/** Returns the `code` of a Node error (`EACCES`, …), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
