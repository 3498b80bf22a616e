import { useState, type FormEvent } from 'react';
import { api, type Owner } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/notice.tsx';
import { useAction } from '../use-loaded.ts';

/** The page of the owner's account. */
export function AccountPage({ owner }: { readonly owner: Owner }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState(false);
  const change = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setDone(false);
    change.run(async () => {
      await api.changePassword(current, next);
      setCurrent('');
      setNext('');
      setDone(true);
    });
  };
  return (
    <>
      <h1>Account</h1>
      <dl className="facts">
        <dt>Name</dt>
        <dd>{owner.name}</dd>
        <dt>E-mail</dt>
        <dd>{owner.email}</dd>
      </dl>
      <h2>Change password</h2>
      <form onSubmit={submit}>
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          hint="Other browsers where you are signed in are signed out."
          value={next}
          onChange={setNext}
        />
        <Problem refusal={change.refusal} />
        <p role="status">{done ? 'The password is changed.' : ''}</p>
        <button type="submit" className="primary" disabled={change.busy}>
          Change password
        </button>
      </form>
    </>
  );
}
