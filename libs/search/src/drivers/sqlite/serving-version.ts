import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { SearchFault } from '../../search-fault.ts';
import { IMPORT_AGAIN, readPointer, versionFile, versionsIn, type Pointer } from './current.ts';
import { openForReading } from './open-version.ts';
import { openReserve, type Reserve } from './reserve.ts';

/** The version of an index folder that can serve, open for reading. */
export interface ServingVersion {
  readonly database: DatabaseSync;
  readonly version: string;
  /** Its file in the folder; null for the reserve. */
  readonly file: string | null;
  readonly previous: string | null;
  /** Why this is not the version that the pointer names, and what to do; null when it is. */
  readonly trouble: string | null;
}

/** Faults of versions that were found while they were read, by their names. */
export type KnownDamage = ReadonlyMap<string, string>;

const NO_DAMAGE: KnownDamage = new Map();

/**
 * The file that the pointer names, null when it names none. Its loss or change is a reason to look at the folder again.
 */
export function namedFile(folder: string): string | null {
  const pointer = readPointer(folder);
  return pointer.state === 'named' ? versionFile(folder, pointer.current.version) : null;
}

/**
 * Opens the version that serves: the named one; when that cannot be read, the one before, then any other in the folder,
 * the newest first, then the reserve. Null when the folder holds nothing and there is no reserve. Errors: SearchFault
 * with the fault of the named version when nothing can be read.
 */
export function openServing(
  folder: string,
  reserve: Reserve | null = null,
  damage: KnownDamage = NO_DAMAGE,
): ServingVersion | null {
  const pointer = readPointer(folder);
  const candidates = candidatesOf(folder, pointer);
  if (pointer.state === 'absent' && candidates.length === 0 && reserve === null) return null;
  let fault = faultOf(folder, pointer, candidates);
  for (const version of candidates) {
    const opened = tryOpen(folder, version, damage);
    if (!(opened instanceof SearchFault)) {
      const isNamed = pointer.state === 'named' && pointer.current.version === version;
      const previous = isNamed ? pointer.current.previous : null;
      const trouble =
        fault === null
          ? null
          : `${withoutAdvice(fault.sentence)} Version ${version} serves instead. ${IMPORT_AGAIN} Or keep that version with archive rollback.`;
      return { database: opened, version, file: versionFile(folder, version), previous, trouble };
    }
    fault ??= opened;
  }
  const lost = fault ?? new SearchFault('no_index', `${folder} holds no index. ${IMPORT_AGAIN}`);
  if (reserve === null || damage.has(reserve.version)) throw lost;
  try {
    const trouble = `${withoutAdvice(lost.sentence)} The archive that the product carries serves instead. ${IMPORT_AGAIN}`;
    const { version } = reserve;
    return { database: openReserve(reserve), version, file: null, previous: null, trouble };
  } catch (cause) {
    throw new SearchFault(lost.reason, lost.sentence, { cause });
  }
}

function candidatesOf(folder: string, pointer: Pointer): string[] {
  const named =
    pointer.state === 'named'
      ? [pointer.current.version, pointer.current.previous].filter((one) => one !== null)
      : [];
  return [...new Set([...named, ...versionsIn(folder)])];
}

/** What is wrong with the pointer itself; null when only the files can tell. */
function faultOf(
  folder: string,
  pointer: Pointer,
  candidates: readonly string[],
): SearchFault | null {
  if (pointer.state === 'damaged')
    return new SearchFault('damaged', `${pointer.sentence} ${IMPORT_AGAIN}`);
  if (pointer.state === 'absent' && candidates.length > 0)
    return new SearchFault(
      'damaged',
      `${folder} holds versions of an index, but no CURRENT that names one. ${IMPORT_AGAIN}`,
    );
  return null;
}

function tryOpen(folder: string, version: string, damage: KnownDamage): DatabaseSync | SearchFault {
  const file = versionFile(folder, version);
  const known = damage.get(version);
  if (known !== undefined)
    return new SearchFault('damaged', `${file} is damaged (${known}). ${IMPORT_AGAIN}`);
  if (!existsSync(file))
    return new SearchFault('no_index', `${file} is missing or cannot be reached. ${IMPORT_AGAIN}`);
  try {
    return openForReading(file);
  } catch (error) {
    if (error instanceof SearchFault) return error;
    throw error;
  }
}

function withoutAdvice(sentence: string): string {
  return sentence.replace(` ${IMPORT_AGAIN}`, '');
}
