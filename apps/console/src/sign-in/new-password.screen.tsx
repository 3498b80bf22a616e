import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { choosePassword } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Heading } from '../ui/heading.tsx';
import { Problem } from '../ui/problem.tsx';
import { readLinkToken } from '../ui/link-token.ts';
import { explainLinkRefusal } from './explain-link-refusal.ts';
import { NewPasswordField } from './new-password-field.tsx';

/** The screen that a one-time link opens, on which an owner chooses a new password. */
export function NewPasswordScreen({ onEntered }: { readonly onEntered: () => void }) {
  const [token] = useState(readLinkToken);
  const [password, setPassword] = useState('');
  const choose = useAction();
  const submit = (): void => {
    choose.run(async () => {
      await choosePassword(token, password);
      onEntered();
    });
  };
  return (
    <main className="narrow">
      <Heading title="New password">Choose a new password</Heading>
      {token === '' ? (
        <p>This link is incomplete. Open it exactly as it was printed.</p>
      ) : (
        <>
          <p>This one-time link sets your password and signs you out of all other browsers.</p>
          <Form onSubmit={submit}>
            <NewPasswordField autoFocus value={password} onChange={setPassword} />
            <Problem refusal={choose.refusal && explainLinkRefusal(choose.refusal)} />
            <Button submit look="primary" busy={choose.busy}>
              Set the password
            </Button>
          </Form>
        </>
      )}
    </main>
  );
}
