import type { Clock } from '@bridge/kernel';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import type { ImportEvent } from './events.ts';
import type { ImportMode, ImportTarget } from './target.ts';

/** Files, source and mode of an import, as given on the command line. */
export interface ImportOptions {
  /** Paths of files and folders, or glob patterns. */
  readonly paths: readonly string[];
  /** Name of a source, or `generic` with a mapping; detected from the content when absent. */
  readonly source?: string;
  readonly mapping?: OperatorRecordMapping;
  /** Maximum number of records per file. */
  readonly limit?: number;
  /** True to read, map and report without writing. */
  readonly dryRun?: boolean;
  /** True to continue a killed run. */
  readonly resume?: boolean;
  /** How the files are imported; by default `merge`, which adds them to the serving index. */
  readonly mode?: ImportMode;
  /** True to replace records of the index that are newer than those of the files, too. */
  readonly force?: boolean;
  /**
   * Removes records of the files' sources that the files do not contain. The run is refused when this exceeds the given share
   * of a source, 0 to 1. Absent: removes nothing.
   */
  readonly removeMissing?: number;
  /** Share of bad records that is tolerated, 0 to 1. */
  readonly maxBad?: number;
  /** Number of cleaning changes to report as events. */
  readonly showChanges?: number;
  /** Date of the files (`YYYY-MM-DD`), for records without one. */
  readonly date?: string;
}

/** The dependencies of `importArchive`, which imports files into the archive. */
export interface ImportDeps {
  readonly target: ImportTarget;
  readonly clock: Clock;
  readonly onEvent?: (event: ImportEvent) => void;
}
