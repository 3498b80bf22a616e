import type { ReactNode } from 'react';

interface FormProps {
  /** Sends what the fields hold. */
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that the console sends itself: the page stays. */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
