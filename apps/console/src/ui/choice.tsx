import type { InputHTMLAttributes, ReactNode } from 'react';

/** Properties of the component `Choice`; further HTML attributes are set on the input element. */
interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  /** Name of the group of radio buttons to which the input belongs; without a name the input is a checkbox. */
  readonly name?: string;
  readonly children: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label or, if the property `name` is given, a radio button with its label. */
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
