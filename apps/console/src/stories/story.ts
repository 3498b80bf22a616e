import type { ReactNode } from 'react';

/** A component of the console, or several that belong together, with examples of their states. */
export interface Story {
  readonly name: string;
  readonly states: readonly (readonly [state: string, element: ReactNode])[];
}
