import type { KeyRecord } from '@bridge/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeKey, keysQuery, type KeyWish } from '../api/keys.ts';
import { useAction, type ActionState } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { nowMs } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { describeScope } from './scope-words.ts';

const CHANGE_DAY_MS = 24 * 3_600_000;
/** Maximum lifetime of a key in days, from its creation. */
const DAYS_MAX = 365;

/** Properties of the components that change one key. */
interface KeyChangeProps {
  readonly record: KeyRecord;
}

/** React hook: changes a key and then confirms the change with a toast. */
function useKeyChange({ key_id: keyId }: KeyRecord): ActionState & {
  readonly set: (wish: KeyWish, said: string, undo?: KeyWish) => Promise<void>;
} {
  const cache = useQueryClient();
  const action = useAction();
  const send = async (wish: KeyWish): Promise<void> => {
    await changeKey(keyId, wish);
    await cache.invalidateQueries({ queryKey: ['key', keyId] });
    await cache.invalidateQueries(keysQuery);
  };
  const set = async (wish: KeyWish, said: string, undo?: KeyWish): Promise<void> => {
    await send(wish);
    showToast(said, undo === undefined ? null : () => send(undo));
  };
  return { ...action, set };
}

function KeyNameForm({ record }: KeyChangeProps) {
  const [name, setName] = useState(record.name);
  const { busy, refusal, run, again, set } = useKeyChange(record);
  return (
    <Form onSubmit={() => run(() => set({ name }, 'The key is renamed', { name: record.name }))}>
      <Field label="Name" required maxLength={80} value={name} onChange={setName} />
      <Problem refusal={refusal} onAgain={again} />
      <Button submit busy={busy} disabled={name === record.name}>
        Rename
      </Button>
    </Form>
  );
}

function ExpiryForm({ record }: KeyChangeProps) {
  const age = Math.floor((nowMs() - Date.parse(record.created_at)) / CHANGE_DAY_MS);
  const max = DAYS_MAX - age;
  const [days, setDays] = useState('');
  const { busy, refusal, run, again, set } = useKeyChange(record);
  const submit = (): void =>
    run(async () => {
      await set({ expires_in_days: Number(days) }, `The key works ${days} days from now`);
      setDays('');
    });
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
      <Problem refusal={refusal} onAgain={again} />
      <Button submit busy={busy}>
        Set the end
      </Button>
    </Form>
  );
}

function ScopesForm({ record }: KeyChangeProps) {
  const [kept, setKept] = useState<readonly string[]>(record.scopes);
  const [isAsking, setAsking] = useState(false);
  const { busy, refusal, run, again, set } = useKeyChange(record);
  const taken = record.scopes.filter((scope) => !kept.includes(scope));
  const take = (): void =>
    run(async () => {
      setAsking(false);
      await set({ scopes: kept }, 'The key may do less now');
    });
  return (
    <Form onSubmit={() => setAsking(true)}>
      <fieldset>
        <legend>Scopes that it keeps</legend>
        {record.scopes.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={kept.includes(scope)}
              onChange={({ target }) =>
                setKept(target.checked ? [...kept, scope] : kept.filter((other) => other !== scope))
              }
            />{' '}
            {describeScope(scope)} <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <Problem refusal={refusal} onAgain={again} />
      <Button submit busy={busy} disabled={taken.length === 0 || kept.length === 0}>
        Take scopes away
      </Button>
      {isAsking && (
        <Confirm
          title="Take scopes away?"
          action="Take away"
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
    </Form>
  );
}

/** The controls with which an owner changes a key: its name, its expiry, and fewer scopes. */
export function KeyChanges({ record }: KeyChangeProps) {
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
