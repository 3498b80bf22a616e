import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { signIn, welcome } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { Problem } from '../ui/problem.tsx';
import { readLinkToken } from '../ui/link-token.ts';
import { explainLinkRefusal } from './explain-link-refusal.ts';
import { NewPasswordField } from './new-password-field.tsx';

/** Properties of the component `NewOwnerForm`, with which a new owner enters name, e-mail address and password. */
interface NewOwnerFormProps {
  readonly token: string;
  readonly onEntered: () => void;
}

function NewOwnerForm({ token, onEntered }: NewOwnerFormProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const enter = useAction();
  const submit = (): void => {
    enter.run(async () => {
      await welcome(token, email, name, password);
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
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <Field
        label="Name"
        autoComplete="name"
        required
        maxLength={80}
        value={name}
        onChange={setName}
      />
      <NewPasswordField value={password} onChange={setPassword} />
      <Problem refusal={enter.refusal && explainLinkRefusal(enter.refusal)} />
      <Button submit look="primary" busy={enter.busy}>
        Make my account
      </Button>
    </Form>
  );
}

/** The screen that a one-time link opens, on which a new owner signs up. */
export function WelcomeScreen({ onEntered }: { readonly onEntered: () => void }) {
  const [token] = useState(readLinkToken);
  return (
    <main className="narrow">
      <Heading title="Welcome">Welcome to Agent Bridge</Heading>
      {token === '' ? (
        <p>This link is incomplete. Open it exactly as it was printed.</p>
      ) : (
        <>
          <p>
            This one-time link makes you an owner: your agents will act in your account, with keys
            that you make and revoke.
          </p>
          <NewOwnerForm token={token} onEntered={onEntered} />
        </>
      )}
    </main>
  );
}
