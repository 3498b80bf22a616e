import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

/** Properties of the component `Field`; further HTML attributes are set on the input element. */
interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly onChange: (value: string) => void;
}

/** An input with a label and, if given, a hint below it. */
export function Field({ label, hint, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
