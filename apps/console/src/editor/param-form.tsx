import { Field } from '../ui/field.tsx';
import type { WidgetParamField, WidgetParamValues } from './param-fields.ts';

/** Properties of the component `ParamForm`, the form for the parameters of a widget (ready-made part of a page). */
interface ParamFormProps {
  readonly fields: readonly WidgetParamField[];
  readonly values: WidgetParamValues;
  readonly onChange: (values: WidgetParamValues) => void;
}

/** Properties of the component `ParamInput`, which shows one field of the form for a widget's parameters. */
interface ParamInputProps {
  readonly field: WidgetParamField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function labelOf({ name, isRequired }: WidgetParamField): string {
  const words = name.replaceAll('_', ' ');
  return isRequired ? words : `${words} (optional)`;
}

function ParamChoice({ field, value, onChange }: ParamInputProps & { readonly value: string }) {
  return (
    <div className="field">
      <label>
        {labelOf(field)}
        <select
          value={value}
          required={field.isRequired}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">as the widget has it</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      </label>
      {field.hint !== null && <p className="hint">{field.hint}</p>}
    </div>
  );
}

function ParamInput({ field, value, onChange }: ParamInputProps) {
  const label = labelOf(field);
  const hint = field.hint ?? undefined;
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'group':
      return (
        <fieldset>
          <legend>{label}</legend>
          {hint !== undefined && <p className="hint">{hint}</p>}
          {/* The cast is safe because only this form creates the value of a group. */}
          <ParamForm
            fields={field.fields}
            values={(value ?? {}) as WidgetParamValues}
            onChange={onChange}
          />
        </fieldset>
      );
    case 'check':
      return (
        <label>
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />{' '}
          {label} <span className="hint">{hint}</span>
        </label>
      );
    case 'choice':
      return <ParamChoice field={field} value={text} onChange={onChange} />;
    case 'number':
    case 'text':
      return (
        <Field
          label={label}
          type={field.kind}
          required={field.isRequired}
          maxLength={field.charsMax ?? undefined}
          hint={hint}
          value={text}
          onChange={onChange}
        />
      );
  }
}

/** A form with a field for each parameter of a widget (ready-made part of a page). */
export function ParamForm({ fields, values, onChange }: ParamFormProps) {
  return fields.map((field) => (
    <ParamInput
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}
