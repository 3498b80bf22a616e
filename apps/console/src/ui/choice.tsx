import type { InputHTMLAttributes, ReactNode } from 'react';

/** Properties of the component `CheckboxOrRadio`; further HTML attributes are set on the input element. */
interface CheckboxOrRadioProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'type'
> {
  /** Name of the group of radio buttons to which the input belongs; without a name the input is a checkbox. */
  readonly name?: string;
  readonly children: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label or, if the property `name` is given, a radio button with its label. */
export function CheckboxOrRadio({ children, onChange, ...input }: CheckboxOrRadioProps) {
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
