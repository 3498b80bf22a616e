import type { ReactNode } from 'react';

/** One component of the console, or several that belong together, with examples of its states. */
export interface ComponentStory {
  readonly name: string;
  readonly states: readonly (readonly [state: string, element: ReactNode])[];
}
