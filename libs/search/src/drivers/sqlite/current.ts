import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
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
const VERSION_FILE = /^refs-([A-Za-z0-9-]{1,80})\.sqlite$/;
/** What an operator does about an index that cannot be read. */
export const IMPORT_AGAIN = 'Import again with --swap.';

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

/** What the pointer file of an index folder says: no file, the named versions, or a fault in the operator's words. */
export type Pointer =
  | { readonly state: 'absent' }
  | { readonly state: 'named'; readonly current: Current }
  | { readonly state: 'damaged'; readonly sentence: string };

/** Reads the pointer file. Never throws: a damaged pointer is a state that a reader must survive. */
export function readPointer(folder: string): Pointer {
  const path = join(folder, POINTER);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    return code === 'ENOENT'
      ? { state: 'absent' }
      : { state: 'damaged', sentence: `${path} cannot be read (${code}).` };
  }
  const [version, previous] = text.trim().split('\n');
  if (version === undefined || !VERSION.test(version))
    return { state: 'damaged', sentence: `${path} names no index version.` };
  // The version before is a convenience: a line that is no name counts as none.
  const before = previous !== undefined && VERSION.test(previous) ? previous : null;
  return { state: 'named', current: { version, previous: before } };
}

/** The pointer, null when nothing was imported yet. Errors: SearchFault `damaged`. */
export function readCurrent(folder: string): Current | null {
  const pointer = readPointer(folder);
  if (pointer.state === 'damaged')
    throw new SearchFault('damaged', `${pointer.sentence} ${IMPORT_AGAIN}`);
  return pointer.state === 'absent' ? null : pointer.current;
}

/** A cheap mark of the pointer and of the file it names; it differs once either was written anew, cut off or removed. */
export function servingMark(folder: string, file: string | null): string {
  return `${fileMark(join(folder, POINTER))} ${file === null ? '' : fileMark(file)}`;
}

function fileMark(file: string): string {
  try {
    const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
    return facts === undefined ? '' : `${facts.mtimeNs}-${facts.ino}-${facts.size}`;
  } catch {
    return 'unreadable';
  }
}

/** Names of the versions whose files are in the folder, the newest first; none when the folder cannot be read. */
export function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => {
        const version = VERSION_FILE.exec(name)?.[1];
        return version === undefined ? [] : [version];
      })
      .map((version) => ({ version, at: statSync(versionFile(folder, version)).mtimeMs }))
      .sort((a, b) => b.at - a.at || (a.version < b.version ? 1 : -1))
      .map(({ version }) => version);
  } catch {
    return [];
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

/** What a process that was killed while it wrote a version leaves; none of them is written for longer. */
const HALF_FILE = /^(?:loading|placing|packing)-/;
const HALF_FILE_MS_MAX = 3_600_000;

/** Lets a version serve and removes what is neither it nor the one before: other versions, and files left half. */
export function serveInFolder(folder: string, current: Current): void {
  writeCurrent(folder, current);
  const now = statSync(join(folder, POINTER)).mtimeMs;
  for (const name of readdirSync(folder)) {
    const version = VERSION_FILE.exec(name)?.[1];
    const isOld =
      version === undefined
        ? HALF_FILE.test(name) && now - (ageOf(join(folder, name)) ?? now) > HALF_FILE_MS_MAX
        : version !== current.version && version !== current.previous;
    if (isOld) removeIndexFile(join(folder, name));
  }
}

function ageOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
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
