import type { LineChange } from './line-diff.ts';
import type { MergeResult } from './merge3.ts';

/** A job of the worker. */
export type TextJob =
  | { readonly job: 'diff'; readonly a: string; readonly b: string }
  | {
      readonly job: 'merge';
      readonly base: string;
      readonly ours: string;
      readonly theirs: string;
    };

/** The result of each job. */
export interface TextResults {
  readonly diff: readonly LineChange[];
  readonly merge: MergeResult;
}

/** A job with the number under which its result comes back. */
export interface TextRequest {
  readonly id: number;
  readonly job: TextJob;
}

/** The result of the job with this number. */
export interface TextResponse {
  readonly id: number;
  readonly result: TextResults[keyof TextResults];
}
