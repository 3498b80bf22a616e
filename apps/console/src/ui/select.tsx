import { useId } from 'react';

/** Properties of the component `Select`, a drop-down list with a label. */
interface SelectProps<V extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: V, text: string])[];
  readonly value: V;
  readonly disabled?: boolean;
  readonly onChange: (value: V) => void;
}

/** A drop-down list with a label, from which the owner selects one value. */
export function Select<V extends string>({ label, options, onChange, ...select }: SelectProps<V>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {/* The cast is safe, because every option has a value of this type. */}
      <select id={id} onChange={({ target }) => onChange(target.value as V)} {...select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
