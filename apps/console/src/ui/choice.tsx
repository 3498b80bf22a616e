import type { InputHTMLAttributes, ReactNode } from 'react';

/** Properties of the component `Choice`; other attributes of an HTML input are passed on. */
interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  /** Name of the group of a radio button; without it the input is a checkbox. */
  readonly name?: string;
  readonly children: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox, or with a name a radio button, with its label. */
export function Choice({ children, onChange, ...input }: ChoiceProps) {
  return (
    <label>
      <input
        type={input.name === undefined ? 'checkbox' : 'radio'}
        onChange={({ target }) => onChange(target.checked)}
        {...input}
      />{' '}
      {children}
    </label>
  );
}
