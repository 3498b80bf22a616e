import type { WorkForm } from '@bridge/archive';

/** The kind of work, such as painting, that a word or phrase of a search query names. */
export interface NamedWorkKind {
  readonly form: WorkForm;
  /** True for the name of the form itself ("photos"), false for a thing that has this form ("chair": furniture). */
  readonly isFormName: boolean;
}
