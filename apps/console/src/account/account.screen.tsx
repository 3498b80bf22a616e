import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useAction } from '../api/mutations.ts';
import { changePassword, ownerQuery } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Problem } from '../ui/problem.tsx';

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState(false);
  const change = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setDone(false);
    change.run(async () => {
      await changePassword(current, next);
      setCurrent('');
      setNext('');
      setDone(true);
    });
  };
  return (
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
      <Button submit look="primary" busy={change.busy}>
        Change password
      </Button>
    </form>
  );
}

/** The screen of the owner's account. */
export function AccountScreen() {
  const { data: owner } = useQuery(ownerQuery);
  return (
    <>
      <Heading title="Account" />
      <dl className="facts">
        <dt>Name</dt>
        <dd>
          <bdi>{owner?.name}</bdi>
        </dd>
        <dt>E-mail</dt>
        <dd>{owner?.email}</dd>
      </dl>
      <h2>Change password</h2>
      <PasswordForm />
    </>
  );
}
