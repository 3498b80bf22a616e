import type { WorkForm } from '@bridge/archive';

/** The kind of work, such as painting, that a unit of a search query names. */
export interface NamedKind {
  readonly form: WorkForm;
  /** True for a name of the form ("photos"), false for a thing of that form ("chair"). */
  readonly isFormName: boolean;
}
