import type { FormHTMLAttributes, ReactNode } from 'react';

interface FormProps extends Pick<FormHTMLAttributes<HTMLFormElement>, 'className' | 'aria-label'> {
  /** Sends what the fields hold. */
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that the console sends itself: the page stays. */
export function Form({ onSubmit, children, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
