import { useState, type FormEvent } from 'react';
import { api } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/notice.tsx';
import { useAction } from '../use-loaded.ts';

/** The sign-in page. */
export function SignInPage({ onEntered }: { readonly onEntered: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter.run(async () => {
      await api.signIn(email, password);
      onEntered();
    });
  };
  return (
    <main className="narrow">
      <h1>Agent Bridge</h1>
      <p>Sign in to give your agents keys and to see what they made.</p>
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
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Problem refusal={enter.refusal} />
        <button type="submit" className="primary" disabled={enter.busy}>
          Sign in
        </button>
      </form>
      <p className="hint">
        No account yet? The first owner uses the one-time link that the service prints when it
        starts; later ones ask the operator, who runs{' '}
        <code>npm run ctl -- owner create --email you@example.org</code>.
      </p>
    </main>
  );
}
