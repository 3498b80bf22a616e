import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILL_CHUNK = Buffer.alloc(1024 * 1024);
const MIB = 1024 * 1024;

/** A small file system mounted on a folder, which tests fill and empty. */
export interface SmallMountedFileSystem {
  readonly mib: number;
  /** Returns the number of free bytes. */
  free(): number;
  /** Writes a file that uses all the space that is free. */
  fill(): Promise<void>;
  /** Deletes the file written by `fill`. */
  empty(): void;
  /** Unmounts the file system, even while it is in use. */
  remove(): void;
}

/** Mounts a tmpfs of `mib` MiB on a folder; null when this user may not mount. */
export function smallDisk(folder: string, mib: number): SmallMountedFileSystem | null {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  const ballast = join(folder, 'ballast');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    mib,
    free,
    fill: async () => {
      // An external program writes most of the file, so that it does not block this event loop. The rest is written here.
      await allocate(ballast, Math.floor(free() / MIB) - 1);
      appendUntilFull(ballast);
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}

async function allocate(path: string, mib: number): Promise<void> {
  if (mib < 1) return;
  const child = spawn('fallocate', ['-l', `${mib}MiB`, path], { stdio: 'ignore' });
  // If the program `fallocate` is missing, `appendUntilFull` alone fills the disk.
  await new Promise<void>((settle) => {
    child.once('error', () => settle()).once('close', () => settle());
  });
}

function appendUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let size = FILL_CHUNK.length; size >= 1;) {
      try {
        writeSync(file, FILL_CHUNK, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}
