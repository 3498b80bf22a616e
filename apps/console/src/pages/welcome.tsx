import { useState, type FormEvent } from 'react';
import { api } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/notice.tsx';
import { useAction } from '../use-loaded.ts';

/** Returns the token of the link; it is in the fragment, so it reaches no server log. */
function readWelcomeToken(): string {
  return window.location.hash.slice(1);
}

interface OwnerFormProps {
  readonly token: string;
  readonly onEntered: () => void;
}

function OwnerForm({ token, onEntered }: OwnerFormProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const enter = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter.run(async () => {
      await api.welcome(token, email, name, password);
      await api.signIn(email, password);
      onEntered();
    });
  };
  return (
    <form onSubmit={submit}>
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
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={128}
        hint="At least 8 characters; a sentence is easy to remember."
        value={password}
        onChange={setPassword}
      />
      <Problem refusal={enter.refusal} />
      <button type="submit" className="primary" disabled={enter.busy}>
        Make my account
      </button>
    </form>
  );
}

/** The page of the one-time link, which makes an owner. */
export function WelcomePage({ onEntered }: { readonly onEntered: () => void }) {
  const [token] = useState(readWelcomeToken);
  return (
    <main className="narrow">
      <h1>Welcome to Agent Bridge</h1>
      {token === '' ? (
        <p>This link is incomplete. Open it exactly as it was printed.</p>
      ) : (
        <>
          <p>
            This one-time link makes you an owner: your agents will act in your account, with keys
            that you make and revoke.
          </p>
          <OwnerForm token={token} onEntered={onEntered} />
        </>
      )}
    </main>
  );
}
