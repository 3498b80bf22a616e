import type { CleaningChange } from '../record/clean.ts';
import type { RejectReason } from '../sources/source.ts';
import type { RecordProblem } from './record-text.ts';
import type { RefusalCode } from './refusal.ts';
import type { EndStep } from './target.ts';

/** Why a record was not imported. */
export type BadReason = RecordProblem | RejectReason | 'not_this_source';

/** Counts of a run's records of one source. */
export interface SourceSummary {
  readonly source: string;
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Not written because the index holds a newer one. */
  kept: number;
  /** Removed because the files do not hold them. */
  removed: number;
  bad: number;
  withImage: number;
  withYears: number;
  withFreeMedia: number;
  readonly reasons: Partial<Record<BadReason, number>>;
  readonly cleaned: Record<string, number>;
  seconds: number;
}

/** One record that was not imported, for `--report`. */
export interface BadRecord {
  readonly file: string;
  readonly place: string;
  readonly offset: number;
  readonly reason: BadReason;
  /** First 200 characters. */
  readonly text: string;
}

/** The progress of a run, for a terminal or as JSON lines. */
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
      /** Records the file probably has, from the bytes read so far. */
      readonly expected: number;
      readonly percent: number;
      readonly perSecond: number;
      readonly bad: number;
      readonly etaSeconds: number;
    }
  | { readonly event: 'bad'; readonly record: BadRecord }
  | {
      readonly event: 'refused';
      readonly file: string;
      readonly code: RefusalCode;
      readonly sentence: string;
    }
  | { readonly event: 'change'; readonly change: CleaningChange }
  | { readonly event: 'resumed'; readonly file: string; readonly records: number }
  | {
      readonly event: 'step';
      readonly step: 'removing' | 'finishing' | EndStep | 'serving' | 'unchanged' | 'dry run';
    };

/** The outcome of a run. */
export interface ImportResult {
  readonly sources: readonly SourceSummary[];
  readonly refused: readonly {
    readonly file: string;
    readonly code: RefusalCode;
    readonly sentence: string;
  }[];
  /** Name of the new serving version; null when nothing changed, and after a dry run. */
  readonly version: string | null;
  /** Documents of the index after the run; null after a dry run. */
  readonly documents: number | null;
  readonly seconds: number;
  /** 1 when more than the allowed share of records was bad, or every file was refused. */
  readonly exit: 0 | 1;
}
