import type { Clock } from '@bridge/kernel';
import type { GenericMapping } from '../sources/generic.ts';
import type { ImportEvent } from './events.ts';
import type { ImportMode, ImportTarget } from './target.ts';

/** What to import and how; every member but `paths` may be left out. */
export interface ImportOptions {
  /** Files, folders, patterns. */
  readonly paths: readonly string[];
  /** Name of a source, or `generic` with a mapping; told from the content when absent. */
  readonly source?: string;
  readonly mapping?: GenericMapping;
  /** Records of each file at most. */
  readonly limit?: number;
  /** Reads, maps and reports, and writes nothing. */
  readonly dryRun?: boolean;
  /** Goes on where a killed run stopped. */
  readonly resume?: boolean;
  /** `merge` unless given. */
  readonly mode?: ImportMode;
  /** Writes also over newer records. */
  readonly force?: boolean;
  /** Bad share of all records that is still no failure, 0 to 1. */
  readonly maxBad?: number;
  /** How many cleaning changes are told as events. */
  readonly showChanges?: number;
  /** Date of the files' content, `YYYY-MM-DD`, for records without one. */
  readonly date?: string;
}

/** What an import needs from outside. */
export interface ImportDeps {
  readonly target: ImportTarget;
  readonly clock: Clock;
  readonly onEvent?: (event: ImportEvent) => void;
}
