import type { Clock } from '@bridge/kernel';
import type { GenericMapping } from '../sources/generic.ts';
import type { ImportEvent } from './events.ts';
import type { ImportMode, ImportTarget } from './target.ts';

/** The options of an import. */
export interface ImportOptions {
  /** Files, folders, patterns. */
  readonly paths: readonly string[];
  /** Name of a source, or `generic` with a mapping; detected by the content when absent. */
  readonly source?: string;
  readonly mapping?: GenericMapping;
  /** Records of each file at most. */
  readonly limit?: number;
  /** Reads, maps and reports, and writes nothing. */
  readonly dryRun?: boolean;
  /** Continues a killed run. */
  readonly resume?: boolean;
  /** `merge` unless given. */
  readonly mode?: ImportMode;
  /** Writes also over newer records. */
  readonly force?: boolean;
  /**
   * Removes what the archive holds of the files' sources and the files do not; refused above this share of a source, 0 to 1.
   * Removes nothing when absent.
   */
  readonly removeMissing?: number;
  /** Share of bad records that is not a failure, 0 to 1. */
  readonly maxBad?: number;
  /** Number of cleaning changes that are emitted as events. */
  readonly showChanges?: number;
  /** Date of the files' content, `YYYY-MM-DD`, for records without one. */
  readonly date?: string;
}

/** The dependencies of an import. */
export interface ImportDeps {
  readonly target: ImportTarget;
  readonly clock: Clock;
  readonly onEvent?: (event: ImportEvent) => void;
}
