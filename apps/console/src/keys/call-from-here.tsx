import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callWithKey, manifestQuery } from '../api/keys.ts';
import { useAction } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';

/**
 * Properties of the component `KeyCallTest`, which tests a key with a call from this browser. If `secret` is null, the owner
 * must enter the secret of the key.
 */
interface KeyCallTestProps {
  readonly keyId: string;
  readonly secret: string | null;
}

/**
 * Shows a note when agents use another API address than this page. A successful call from this browser then does not prove that
 * agents can reach their address.
 */
function OtherAddress() {
  const { data: manifest } = useQuery(manifestQuery);
  if (manifest === undefined || new URL(manifest.api_url).origin === window.location.origin)
    return null;
  return (
    <>
      {' '}
      Agents use <code>{manifest.api_url}</code>, which this page cannot call: check from the
      agent’s computer that it can be reached.
    </>
  );
}

/**
 * Tests a key with a call from this browser. An answer proves that the address and the key are right; if the calls of the
 * agent's program still do not arrive, the configuration of that program is wrong.
 */
export function KeyCallTest({ keyId, secret }: KeyCallTestProps) {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<'this key' | 'another key' | null>(null);
  const call = useAction();
  const run = (): void => {
    setAnswer(null);
    call.run(async () => {
      const key = await callWithKey(secret ?? typed.trim());
      setAnswer(key.key_id === keyId ? 'this key' : 'another key');
    });
  };
  const form = (
    <Form onSubmit={run}>
      {secret === null && (
        <Field
          label="Secret of the key"
          type="password"
          required
          autoComplete="off"
          hint="It is sent to this service only, as an agent sends it."
          value={typed}
          onChange={setTyped}
        />
      )}
      <Button submit busy={call.busy}>
        Call from here
      </Button>
      <p role="status">
        {answer === 'this key' && (
          <>
            Answered: address and key are right. If no call of your client arrives, its
            configuration differs.
            <OtherAddress />
          </>
        )}
        {answer === 'another key' && 'Answered, but this secret belongs to another key.'}
      </p>
      <Problem refusal={call.refusal} onAgain={call.again} />
    </Form>
  );
  return secret === null ? (
    <details>
      <summary>Call from here</summary>
      {form}
    </details>
  ) : (
    form
  );
}
