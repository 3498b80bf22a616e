import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly busy?: boolean;
  readonly submit?: boolean;
  readonly children: ReactNode;
}

/** A button. While it is busy it keeps the focus and does nothing. */
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
