import type { KeyRecord } from '@bridge/contracts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckboxOrRadio } from '../ui/choice.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { describeScope } from '../ui/scope-words.ts';
import { nowMs } from '../ui/time.tsx';
import { useKeyChange } from './use-key-change.ts';

const CHANGE_DAY_MS = 24 * 3_600_000;
/** Maximum lifetime of a key in days, counted from its creation; a later expiry is refused. */
const DAYS_MAX = 365;

/** Properties of the components that change one key. */
interface KeyChangeFormProps {
  readonly record: KeyRecord;
}

function KeyNameForm({ record }: KeyChangeFormProps) {
  const [name, setName] = useState(record.name);
  const { busy, refusal, canRepeat, set } = useKeyChange(record.key_id);
  const submit = () => set({ name }, 'The key is renamed', { name: record.name });
  return (
    <Form onSubmit={submit}>
      <Field label="Name" required maxLength={80} value={name} onChange={setName} />
      <Problem refusal={refusal} onAgain={canRepeat ? submit : null} />
      <Button submit busy={busy} disabled={name === record.name}>
        Rename
      </Button>
    </Form>
  );
}

function ExpiryForm({ record }: KeyChangeFormProps) {
  const age = Math.floor((nowMs() - Date.parse(record.created_at)) / CHANGE_DAY_MS);
  const max = DAYS_MAX - age;
  const [days, setDays] = useState('');
  const { busy, refusal, canRepeat, set } = useKeyChange(record.key_id);
  const submit = async (): Promise<void> => {
    const wish = { expires_in_days: Number(days) };
    if (await set(wish, `The key works ${days} days from now`)) setDays('');
  };
  if (max < 1)
    return <p>This key has lived for a year. Rotate it: its successor has a life of its own.</p>;
  return (
    <Form onSubmit={submit}>
      <Field
        label="Works for … days from now"
        type="number"
        required
        min={1}
        max={max}
        hint={`At most ${max}: a key lives ${DAYS_MAX} days from its creation. For longer, rotate it.`}
        value={days}
        onChange={setDays}
      />
      <Problem refusal={refusal} onAgain={canRepeat ? submit : null} />
      <Button submit busy={busy}>
        Set the end
      </Button>
    </Form>
  );
}

function ScopesForm({ record }: KeyChangeFormProps) {
  const [kept, setKept] = useState<readonly string[]>(record.scopes);
  const [isAsking, setAsking] = useState(false);
  const { busy, refusal, canRepeat, set } = useKeyChange(record.key_id);
  const taken = record.scopes.filter((scope) => !kept.includes(scope));
  const take = async (): Promise<void> => {
    await set({ scopes: kept }, 'The key may do less now');
    setAsking(false);
  };
  return (
    <>
      <Form onSubmit={() => setAsking(true)}>
        <fieldset>
          <legend>Scopes that it keeps</legend>
          {record.scopes.map((scope) => (
            <CheckboxOrRadio
              key={scope}
              checked={kept.includes(scope)}
              onChange={(checked) =>
                setKept(checked ? [...kept, scope] : kept.filter((other) => other !== scope))
              }
            >
              {describeScope(scope)} <code>{scope}</code>
            </CheckboxOrRadio>
          ))}
        </fieldset>
        <Problem refusal={refusal} onAgain={canRepeat ? take : null} />
        <Button submit busy={busy} disabled={taken.length === 0 || kept.length === 0}>
          Take scopes away
        </Button>
      </Form>
      {isAsking && (
        <Confirm
          title="Take scopes away?"
          action="Take away"
          typed={record.name}
          busy={busy}
          onConfirm={take}
          onClose={() => setAsking(false)}
        >
          <p>
            The next call with {taken.join(', ')} is refused. A key never gains a scope: to give one
            back, rotate the key.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** The forms with which an owner renames a key, changes its expiry, or removes scopes (permissions) from it. */
export function KeyChanges({ record }: KeyChangeFormProps) {
  return (
    <section aria-labelledby="change-key">
      <h2 id="change-key">Change</h2>
      <details>
        <summary>Rename</summary>
        <KeyNameForm key={record.name} record={record} />
      </details>
      <details>
        <summary>Change when it ends</summary>
        <ExpiryForm record={record} />
      </details>
      <details>
        <summary>Take scopes away</summary>
        <ScopesForm key={record.scopes.join(' ')} record={record} />
      </details>
    </section>
  );
}
