import type { ReactNode } from 'react';

/** A component, or several that belong together, with its states. */
export interface Story {
  readonly name: string;
  readonly states: readonly (readonly [state: string, element: ReactNode])[];
}
