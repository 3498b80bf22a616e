import { errorCodeOf, ProgramStartError } from '@bridge/kernel';

const FULL_DISK = /No space left on device|Disk quota exceeded/;

/** The error of a start of Postgres that failed because the disk is full. The start can be repeated when space is free. */
export class DiskFullError extends ProgramStartError {
  constructor(path: string, rest: string, options: { readonly cause?: unknown } = {}) {
    super(`The disk that holds ${path} is full: ${rest}`, options);
  }
}

/** True when the output of a Postgres program reports a full disk. */
export function reportsFullDisk(output: string): boolean {
  return FULL_DISK.test(output);
}

/** Converts a file system error at `path` to a ProgramStartError; returns any other error unchanged. */
export function folderError(path: string, error: unknown): unknown {
  switch (errorCodeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ProgramStartError(
        `The folder ${path} is not writable by this user: change its owner, or name another one.`,
        { cause: error },
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new DiskFullError(path, 'free some space.', { cause: error });
    case 'ENOTDIR':
    case 'EEXIST':
      return new ProgramStartError(`${path} is a file where a folder is needed.`, { cause: error });
    default:
      return error;
  }
}
