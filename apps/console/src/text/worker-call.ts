import type { LineChange } from './line-diff.ts';
import type { MergeResult } from './merge3.ts';

/** The input of a job of the text worker: a comparison or a merge. */
export type TextJob =
  | { readonly job: 'diff'; readonly a: string; readonly b: string }
  | {
      readonly job: 'merge';
      readonly base: string;
      readonly ours: string;
      readonly theirs: string;
    };

/** The type of the result for each kind of job of the text worker. */
export interface TextResults {
  readonly diff: readonly LineChange[];
  readonly merge: MergeResult;
}

/** A message to the text worker: a job with its number. */
export interface TextRequest {
  readonly id: number;
  readonly job: TextJob;
}

/** A message from the text worker: the result of the job with this number. */
export interface TextResponse {
  readonly id: number;
  readonly result: TextResults[keyof TextResults];
}
