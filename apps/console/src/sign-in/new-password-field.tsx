import { Field } from '../ui/field.tsx';

/** Properties of the component `NewPasswordField`, the field for a new password. */
interface NewPasswordFieldProps {
  readonly autoFocus?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field in which an owner chooses a password. Browsers offer to generate and to store it. */
export function NewPasswordField(field: NewPasswordFieldProps) {
  return (
    <Field
      {...field}
      label="Password"
      type="password"
      autoComplete="new-password"
      required
      minLength={8}
      maxLength={128}
      hint="At least 8 characters; a sentence is easy to remember."
    />
  );
}
