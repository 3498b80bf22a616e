import type { Clock } from '@bridge/kernel';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import type { ImportEvent } from './events.ts';
import type { ImportMode, ImportTarget } from './target.ts';

/** What an import imports and how: files, source and flags of `archive import`. */
export interface ImportOptions {
  /** Paths of files and folders, or glob patterns. */
  readonly paths: readonly string[];
  /** Name of a source, or `generic` with a mapping. Without it the source is detected from the content of each file. */
  readonly source?: string;
  readonly mapping?: OperatorRecordMapping;
  /** Maximum number of records that are read from each file. */
  readonly limit?: number;
  /** True to read, map and count records without writing them. */
  readonly dryRun?: boolean;
  /** True to continue an import that was killed. */
  readonly resume?: boolean;
  /** Whether the files are added to the serving index (`merge`, the default) or replace it (`swap`). */
  readonly mode?: ImportMode;
  /** True to replace also records of the index that are newer than those of the files. */
  readonly force?: boolean;
  /**
   * Removes records of the files' sources that the files do not contain. The value is the maximum share of a source, 0 to 1,
   * above which the run is refused. Without it nothing is removed.
   */
  readonly removeMissing?: number;
  /** Maximum share (0 to 1) of records that cannot be imported, above which the exit code is 1. */
  readonly maxBad?: number;
  /** Maximum number of text changes by the cleaning that are reported as events. */
  readonly showChanges?: number;
  /** Date of the files (`YYYY-MM-DD`), which records without a date of their own get. */
  readonly date?: string;
}

/** The dependencies of `importArchive`, which imports files into the archive. */
export interface ImportDeps {
  readonly target: ImportTarget;
  readonly clock: Clock;
  readonly onEvent?: (event: ImportEvent) => void;
}
