import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setProfile } from '../api/account.ts';
import { useAction } from '../api/mutations.ts';
import { changePassword, ownerQuery } from '../api/session.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { Problem } from '../ui/problem.tsx';
import { showToast } from '../ui/toast.tsx';
import { Browsers } from './browsers.tsx';
import { Credits } from './credits.tsx';

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState(false);
  const change = useAction();
  const submit = (): void => {
    setDone(false);
    change.run(async () => {
      await changePassword(current, next);
      setCurrent('');
      setNext('');
      setDone(true);
    });
  };
  return (
    <Form onSubmit={submit}>
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
    </Form>
  );
}

function NameForm({ name: before }: { readonly name: string }) {
  const [name, setName] = useState(before);
  const refresh = useRefresh();
  const change = useAction();
  const submit = (): void => {
    change.run(async () => {
      await setProfile(name);
      await refresh(['owner']);
      showToast('Your name is changed');
    });
  };
  return (
    <Form onSubmit={submit}>
      <Field label="Name" required maxLength={80} value={name} onChange={setName} />
      <Problem refusal={change.refusal} />
      <Button submit busy={change.busy} disabled={name === before || name.trim() === ''}>
        Change name
      </Button>
    </Form>
  );
}

/** The screen of the owner's account: e-mail address, name, password, signed-in browsers and credits. */
export function AccountScreen() {
  const { data: owner } = useQuery(ownerQuery);
  return (
    <>
      <Heading title="Account" />
      <dl className="facts">
        <dt>E-mail</dt>
        <dd>{owner?.email}</dd>
      </dl>
      {owner !== null && owner !== undefined && <NameForm key={owner.name} name={owner.name} />}
      <h2>Change password</h2>
      <PasswordForm />
      <Browsers />
      <Credits />
    </>
  );
}
