import type { FormHTMLAttributes, ReactNode } from 'react';

/** Properties of the component `Form`, a form that calls a function instead of sending its fields to a server. */
interface FormProps extends Pick<FormHTMLAttributes<HTMLFormElement>, 'className' | 'aria-label'> {
  /** Called when the form is submitted. */
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form that calls `onSubmit` when it is submitted; the browser itself sends nothing and does not leave the page. */
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
