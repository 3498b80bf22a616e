import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { SearchEngineError } from '../../search-engine-error.ts';
import {
  IMPORT_AGAIN,
  readPointer,
  versionFile,
  versionsIn,
  type VersionPointerReadResult,
} from './current.ts';
import { openForReading } from './open-version.ts';
import { openReserve, type CompressedFallbackIndex } from './reserve.ts';

/** The serving version of an index folder, opened for reading. */
export interface ServingVersionDatabase {
  readonly database: DatabaseSync;
  readonly version: string;
  /** Path of the version's file; null for the reserve index, which serves when no version is readable. */
  readonly file: string | null;
  readonly previous: string | null;
  /**
   * Sentence for the operator about a damaged or missing index file, such as why the version that CURRENT names does not serve;
   * null when there is no problem.
   */
  readonly trouble: string | null;
}

/** For each version whose file was found damaged while it was read, the end of a sentence that says how. */
export type DamageTextByIndexVersion = ReadonlyMap<string, string>;

const NO_DAMAGE: DamageTextByIndexVersion = new Map();

/** Returns the path of the version's file that the pointer file CURRENT names; null when CURRENT is missing or damaged. */
export function namedFile(folder: string): string | null {
  const pointer = readPointer(folder);
  return pointer.state === 'named' ? versionFile(folder, pointer.current.version) : null;
}

/**
 * Opens the version to serve: the one that the pointer file CURRENT names, else the previous one, else any other (newest
 * first), else the reserve index. Null when there is none. Throws the first SearchEngineError when none is readable.
 */
export function openServing(
  folder: string,
  reserve: CompressedFallbackIndex | null = null,
  damage: DamageTextByIndexVersion = NO_DAMAGE,
): ServingVersionDatabase | null {
  const pointer = readPointer(folder);
  const candidates = candidatesOf(folder, pointer);
  if (pointer.state === 'absent' && candidates.length === 0 && reserve === null) return null;
  let firstError = pointerErrorOf(folder, pointer, candidates);
  for (const version of candidates) {
    const opened = tryOpen(folder, version, damage);
    if (!(opened instanceof SearchEngineError)) {
      const isNamed = pointer.state === 'named' && pointer.current.version === version;
      const previous = isNamed ? pointer.current.previous : null;
      const trouble =
        firstError === null
          ? null
          : `${withoutAdvice(firstError.sentence)} Version ${version} serves instead. ${IMPORT_AGAIN} To keep that version, use archive rollback.`;
      return { database: opened, version, file: versionFile(folder, version), previous, trouble };
    }
    firstError ??= opened;
  }
  const namedError =
    firstError ?? new SearchEngineError('no_index', `${folder} holds no index. ${IMPORT_AGAIN}`);
  if (reserve === null || damage.has(reserve.version)) throw namedError;
  try {
    const trouble = `${withoutAdvice(namedError.sentence)} The starter archive serves instead. ${IMPORT_AGAIN}`;
    const { version } = reserve;
    return { database: openReserve(reserve), version, file: null, previous: null, trouble };
  } catch (cause) {
    throw new SearchEngineError(namedError.reason, namedError.sentence, { cause });
  }
}

function candidatesOf(folder: string, pointer: VersionPointerReadResult): string[] {
  const named =
    pointer.state === 'named'
      ? [pointer.current.version, pointer.current.previous].filter((one) => one !== null)
      : [];
  return [...new Set([...named, ...versionsIn(folder)])];
}

/**
 * Returns the error of a damaged pointer file CURRENT, or of a missing one in a folder with versions; null when there is no
 * such error.
 */
function pointerErrorOf(
  folder: string,
  pointer: VersionPointerReadResult,
  candidates: readonly string[],
): SearchEngineError | null {
  if (pointer.state === 'damaged')
    return new SearchEngineError('damaged', `${pointer.sentence} ${IMPORT_AGAIN}`);
  if (pointer.state === 'absent' && candidates.length > 0)
    return new SearchEngineError(
      'damaged',
      `${folder} holds versions of an index, but no file CURRENT that names one. ${IMPORT_AGAIN}`,
    );
  return null;
}

function tryOpen(
  folder: string,
  version: string,
  damage: DamageTextByIndexVersion,
): DatabaseSync | SearchEngineError {
  const file = versionFile(folder, version);
  const known = damage.get(version);
  if (known !== undefined)
    return new SearchEngineError('damaged', `${file} is damaged (${known}). ${IMPORT_AGAIN}`);
  if (!existsSync(file))
    return new SearchEngineError(
      'no_index',
      `${file} is missing or cannot be reached. ${IMPORT_AGAIN}`,
    );
  try {
    return openForReading(file);
  } catch (error) {
    if (error instanceof SearchEngineError) return error;
    throw error;
  }
}

function withoutAdvice(sentence: string): string {
  return sentence.replace(` ${IMPORT_AGAIN}`, '');
}
