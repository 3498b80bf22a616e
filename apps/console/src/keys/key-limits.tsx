import type { KeyDetail, KeyRateLimits } from '@bridge/contracts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { useKeyChange } from './use-key-change.ts';

const RATE_NAMES = ['read', 'change', 'publish', 'search'] as const;

function LimitsForm({ detail }: { readonly detail: KeyDetail }) {
  const { key, own_limits: before } = detail;
  const [limits, setLimits] = useState<KeyRateLimits>(before);
  const { busy, refusal, canRepeat, set } = useKeyChange(key.key_id);
  const submit = () => set({ limits }, 'The limits are changed', { limits: before });
  return (
    <Form onSubmit={submit}>
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
      <Problem refusal={refusal} onAgain={canRepeat ? submit : null} />
      <Button submit busy={busy}>
        Set limits
      </Button>
    </Form>
  );
}

/** The form that sets call rates of one key below those of the service. An empty field removes the key's own limit. */
export function KeyLimitsForm({ detail }: { readonly detail: KeyDetail }) {
  return (
    <details>
      <summary>Lower limits</summary>
      <LimitsForm key={JSON.stringify(detail.own_limits)} detail={detail} />
    </details>
  );
}
