import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { SearchFault } from '../../search-fault.ts';

/** Which version of an index folder serves, and which one `rollback` goes back to. */
export interface Current {
  readonly version: string;
  readonly previous: string | null;
}

const POINTER = 'CURRENT';
const VERSION = /^[A-Za-z0-9-]{1,80}$/;

/** File of a version; refuses a name that could leave the folder. */
export function versionFile(folder: string, version: string): string {
  if (!VERSION.test(version)) {
    throw new SearchFault('damaged', `"${version}" is no name of an index version.`);
  }
  return join(folder, `refs-${version}.sqlite`);
}

/** File of the build that is under way: one name, so that the system's file lock lets only one build run. */
export function buildFile(folder: string): string {
  return join(folder, 'refs.building.sqlite');
}

/** The pointer, null when nothing was imported yet. */
export function readCurrent(folder: string): Current | null {
  let text: string;
  try {
    text = readFileSync(join(folder, POINTER), 'utf8');
  } catch {
    return null;
  }
  const [version, previous] = text.trim().split('\n');
  if (version === undefined || !VERSION.test(version)) {
    throw new SearchFault(
      'damaged',
      `${join(folder, POINTER)} names no index version; import again with --swap.`,
    );
  }
  return { version, previous: previous === undefined || previous === '' ? null : previous };
}

/** A cheap mark that differs once the pointer was written anew. */
export function currentMark(folder: string): string {
  try {
    const { mtimeNs, ino } = statSync(join(folder, POINTER), { bigint: true });
    return `${mtimeNs}-${ino}`;
  } catch {
    return '';
  }
}

/** Puts the pointer in place by one rename, so that a reader sees the old one or the new one. */
export function writeCurrent(folder: string, current: Current): void {
  const target = join(folder, POINTER);
  const next = `${target}.next`;
  const file = openSync(next, 'w');
  try {
    writeSync(file, `${current.version}\n${current.previous ?? ''}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, target);
}

/** Removes a version or a build with its journals; a file that is still open elsewhere stays for the next time. */
export function removeIndexFile(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    try {
      rmSync(`${file}${suffix}`, { force: true });
    } catch {
      // Some systems refuse to remove an open file; the next commit tries again.
    }
  }
}
