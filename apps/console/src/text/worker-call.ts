import type { LineChange } from './line-diff.ts';
import type { TextMergeResult } from './merge3.ts';

/** A job for the web worker that compares texts: a comparison of two texts or a three-way merge, with its texts. */
export type TextWorkerJob =
  | { readonly job: 'diff'; readonly a: string; readonly b: string }
  | {
      readonly job: 'merge';
      readonly base: string;
      readonly ours: string;
      readonly theirs: string;
    };

/** The type of the result of each kind of job: of a comparison (`diff`) and of a three-way merge. */
export interface TextJobResults {
  readonly diff: readonly LineChange[];
  readonly merge: TextMergeResult;
}

/** A request to the web worker that compares and merges texts. The response repeats the number `id`. */
export interface TextWorkerRequest {
  readonly id: number;
  readonly job: TextWorkerJob;
}

/** The response of the web worker that compares and merges texts, to the request with the same number `id`. */
export interface TextWorkerResponse {
  readonly id: number;
  readonly result: TextJobResults[keyof TextJobResults];
}
