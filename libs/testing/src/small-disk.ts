import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const FILL_CHUNK = Buffer.alloc(1024 * 1024);
const MIB = 1024 * 1024;

/** A file system of its own on a folder, which a test fills with a ballast file and frees again. */
export interface SmallDisk {
  readonly mib: number;
  /** Bytes that are left. */
  free(): number;
  /** Fills it to the last byte with one ballast file. */
  fill(): Promise<void>;
  /** Takes the ballast away. */
  empty(): void;
  /** Unmounts it, also while it is in use. */
  remove(): void;
}

/** Mounts a file system of `mib` MiB in memory on the folder; null where this user cannot mount. */
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
      // A program takes most of the space, so that this process's event loop goes on; the rest is written.
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
  // Without the program, or when others took space meanwhile, writing does it alone.
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
