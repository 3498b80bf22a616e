import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { signIn } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';

/** Properties of the component `SignInForm`, the form with which an owner signs in. */
interface SignInFormProps {
  /** E-mail address of the owner whose session ended; it is filled in, so that only the password must be typed. */
  readonly email?: string;
  readonly onEntered: () => void;
}

/** The form with which an owner signs in. `onEntered` is called when the owner is signed in. */
export function SignInForm({ email: known = '', onEntered }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const enter = useAction();
  const submit = (): void => {
    enter.run(async () => {
      await signIn(email, password);
      onEntered();
    });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        autoFocus={known === ''}
        value={email}
        onChange={setEmail}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ''}
        value={password}
        onChange={setPassword}
      />
      <Problem refusal={enter.refusal} />
      <Button submit look="primary" busy={enter.busy}>
        Sign in
      </Button>
    </Form>
  );
}
