import type { Form } from '@bridge/archive';

/** The kind of work that a unit names. */
export interface NamedKind {
  readonly form: Form;
  /** Whether the unit is a name of the form ("photos"), not of a thing of that form ("chair"). */
  readonly isFormName: boolean;
}
