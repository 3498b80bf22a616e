import type { KeyDetail, KeyLimits } from '@bridge/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { changeKeyLimits } from '../api/home.ts';
import { useAction } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';
import { showToast } from '../ui/toast.tsx';

const RATE_NAMES = ['read', 'change', 'publish', 'search'] as const;

/** The form that lowers the call rates of one key; an empty field means the service's own rate. */
export function KeyLimitsForm({ detail }: { readonly detail: KeyDetail }) {
  const { key, own_limits: before } = detail;
  const [limits, setLimits] = useState<KeyLimits>(before);
  const cache = useQueryClient();
  const change = useAction();
  const send = async (next: KeyLimits): Promise<void> => {
    await changeKeyLimits(key.key_id, next);
    await cache.invalidateQueries({ queryKey: ['key', key.key_id] });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.run(async () => {
      await send(limits);
      showToast('The limits are changed', async () => {
        await send(before);
        setLimits(before);
      });
    });
  };
  return (
    <details>
      <summary>Lower limits</summary>
      <form onSubmit={submit}>
        <p className="hint">
          Calls per second, below those of the service: {Object.values(key.limits).join(' · ')}.
        </p>
        <div className="grid">
          {RATE_NAMES.map((name) => (
            <Field
              key={name}
              label={name}
              type="number"
              min={0.01}
              step="any"
              value={limits[name] ?? ''}
              onChange={(value) =>
                setLimits({ ...limits, [name]: value === '' ? null : Number(value) })
              }
            />
          ))}
        </div>
        <Problem refusal={change.refusal} onAgain={change.again} />
        <Button submit busy={change.busy}>
          Set limits
        </Button>
      </form>
    </details>
  );
}
