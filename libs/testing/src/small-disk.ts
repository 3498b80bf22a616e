import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILL_CHUNK = Buffer.alloc(1024 * 1024);
const MIB = 1024 * 1024;

/** A small file system mounted on a folder. A test fills it with a ballast file and frees it again. */
export interface SmallDisk {
  readonly mib: number;
  /** Free bytes. */
  free(): number;
  /** Writes a ballast file that uses every free byte. */
  fill(): Promise<void>;
  /** Removes the ballast file. */
  empty(): void;
  /** Unmounts it, also while it is in use. */
  remove(): void;
}

/** Mounts a file system of `mib` MiB in memory on the folder; null when this user cannot mount. */
export function smallDisk(folder: string, mib: number): SmallDisk | null {
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
      // A program allocates most of the space, so that it does not block this event loop; the rest is written here.
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
  // When the program is missing or failed, writing alone fills the disk.
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
