import type { TextBeforeAndAfterCleaning } from '../record/clean.ts';
import type { RecordRejectionReason } from '../sources/source.ts';
import type { RecordReadProblem } from './record-text.ts';
import type { ImportRefusalCode } from './refusal.ts';
import type { FinalImportStepName } from './target.ts';

/** Reason why a record was not imported. */
export type NotImportedReason = RecordReadProblem | RecordRejectionReason | 'not_this_source';

/** Counts of one import run for the records of one source. */
export interface SourceImportCounts {
  readonly source: string;
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Records that were not written because the index contains a newer version of them. */
  kept: number;
  /**
   * Records that were removed: the publisher deleted them, or (with --delete-missing or --swap) the files do not contain them.
   */
  removed: number;
  bad: number;
  withImage: number;
  withYears: number;
  withFreeMedia: number;
  readonly reasons: Partial<Record<NotImportedReason, number>>;
  readonly cleaned: Record<string, number>;
  seconds: number;
}

/** A record that was not imported, as `--report` writes it to a file. */
export interface NotImportedRecord {
  readonly file: string;
  readonly place: string;
  readonly offset: number;
  readonly reason: NotImportedReason;
  /** First 200 characters of the record's text. */
  readonly text: string;
}

/** A progress event of an import, for a terminal or as a JSON line. */
export type ImportEvent =
  | {
      readonly event: 'file';
      readonly file: string;
      readonly source: string;
      readonly format: string;
      readonly bytes: number;
    }
  | {
      readonly event: 'progress';
      readonly source: string;
      readonly read: number;
      /** Estimated number of records in the file, from the share of its bytes that was read. */
      readonly expected: number;
      readonly percent: number;
      readonly perSecond: number;
      readonly bad: number;
      readonly etaSeconds: number;
    }
  | { readonly event: 'bad'; readonly record: NotImportedRecord }
  | {
      readonly event: 'refused';
      readonly file: string;
      readonly code: ImportRefusalCode;
      readonly sentence: string;
    }
  | { readonly event: 'change'; readonly change: TextBeforeAndAfterCleaning }
  | { readonly event: 'resumed'; readonly file: string; readonly records: number }
  | {
      readonly event: 'step';
      readonly step:
        'removing' | 'finishing' | FinalImportStepName | 'serving' | 'unchanged' | 'dry run';
    };

/** The result of an import run: counts by source, refused files, and the new version of the index. */
export interface ImportResult {
  readonly sources: readonly SourceImportCounts[];
  readonly refused: readonly {
    readonly file: string;
    readonly code: ImportRefusalCode;
    readonly sentence: string;
  }[];
  /** Name of the new serving version; null when nothing changed, and after a dry run. */
  readonly version: string | null;
  /** Number of documents in the index after the run; null after a dry run. */
  readonly documents: number | null;
  readonly seconds: number;
  /** Exit code of the command: 1 when too many records were bad, or when neither records nor names were read. */
  readonly exit: 0 | 1;
}
