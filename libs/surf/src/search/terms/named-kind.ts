import type { WorkKindName } from '@bridge/archive';

/** The kind of work, such as painting, that a word or phrase of a search query names. */
export interface WorkKindInQuery {
  readonly form: WorkKindName;
  /** True for the name of the form itself ("photos"), false for a thing that has this form ("chair": furniture). */
  readonly isFormName: boolean;
}
