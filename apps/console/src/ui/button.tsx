import type { ButtonHTMLAttributes, ReactNode } from 'react';

/** Properties of the component `Button`; further HTML attributes are set on the button element. */
interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly busy?: boolean;
  readonly submit?: boolean;
  readonly children: ReactNode;
}

/** A button. While `busy` is true it can have the focus but ignores clicks. */
export function Button({
  look,
  busy = false,
  submit = false,
  onClick,
  children,
  ...others
}: ButtonProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (!busy) onClick?.(event);
        else event.preventDefault();
      }}
      {...others}
    >
      {children}
    </button>
  );
}
