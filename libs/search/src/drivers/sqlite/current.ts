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
import { SearchEngineError } from '../../search-engine-error.ts';

/** The names of two index versions of a folder: the one that serves searches, and the one that `rollback` would make serve. */
export interface ServingAndPreviousVersions {
  readonly version: string;
  readonly previous: string | null;
}

const POINTER = 'CURRENT';
const VERSION = /^[A-Za-z0-9-]{1,80}$/;
const VERSION_FILE = /^refs-([A-Za-z0-9-]{1,80})\.sqlite$/;
/** Sentence that tells the operator what to do when an index cannot be read. */
export const IMPORT_AGAIN = 'Import again with --swap.';

/** Returns the path of a version's file. Throws for a name that would lead outside the folder. */
export function versionFile(folder: string, version: string): string {
  if (!VERSION.test(version)) {
    throw new SearchEngineError('damaged', `"${version}" is not a name of an index version.`);
  }
  return join(folder, `refs-${version}.sqlite`);
}

/** Returns the path of the file in which a version is built. The fixed name and the file lock permit one build at a time. */
export function buildFile(folder: string): string {
  return join(folder, 'refs.building.sqlite');
}

/**
 * Content of the pointer file CURRENT, which names the serving and the previous version of a folder. `sentence` is for the
 * operator.
 */
export type VersionPointerReadResult =
  | { readonly state: 'absent' }
  | { readonly state: 'named'; readonly current: ServingAndPreviousVersions }
  | { readonly state: 'damaged'; readonly sentence: string };

/**
 * Reads the pointer file CURRENT. Never throws, because searches continue on another version when the pointer file is damaged.
 */
export function readPointer(folder: string): VersionPointerReadResult {
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
  // Only a rollback needs the previous version, so an invalid name of it is treated as no previous version.
  const before = previous !== undefined && VERSION.test(previous) ? previous : null;
  return { state: 'named', current: { version, previous: before } };
}

/**
 * Reads the names of the serving and the previous version of a folder; null before the first import. Throws SearchEngineError
 * `damaged`.
 */
export function readCurrent(folder: string): ServingAndPreviousVersions | null {
  const pointer = readPointer(folder);
  if (pointer.state === 'damaged')
    throw new SearchEngineError('damaged', `${pointer.sentence} ${IMPORT_AGAIN}`);
  return pointer.state === 'absent' ? null : pointer.current;
}

/** Returns a text that changes when the pointer file CURRENT or `file` is rewritten, truncated or removed. */
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

/** Lists the versions in a folder, newest first; empty when the folder cannot be read. */
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

/** Replaces the pointer file CURRENT by a rename, so that readers see either the old or the new content. */
export function writeCurrent(folder: string, current: ServingAndPreviousVersions): void {
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

/** Matches names of incomplete files, which killed processes leave behind. */
const PARTIAL_FILE = /^(?:copying|loading|placing|packing)-/;
/** Age in ms from which an incomplete file counts as left by a killed process. */
const PARTIAL_FILE_MS_MAX = 3_600_000;

/** Makes a version serve. Removes all other versions except the previous one, and incomplete files of killed processes. */
export function serveInFolder(folder: string, current: ServingAndPreviousVersions): void {
  writeCurrent(folder, current);
  const now = statSync(join(folder, POINTER)).mtimeMs;
  for (const name of readdirSync(folder)) {
    const version = VERSION_FILE.exec(name)?.[1];
    const isOld =
      version === undefined
        ? PARTIAL_FILE.test(name) &&
          now - (modifiedAt(join(folder, name)) ?? now) > PARTIAL_FILE_MS_MAX
        : version !== current.version && version !== current.previous;
    if (isOld) removeIndexFile(join(folder, name));
  }
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Removes the database file of a version or build with its journals; ignores files that cannot be removed. */
export function removeIndexFile(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    try {
      rmSync(`${file}${suffix}`, { force: true });
    } catch {
      // Some systems cannot remove an open file; the next commit tries again.
    }
  }
}
