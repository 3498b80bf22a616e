import { useCallback, useState, type FormEvent } from 'react';
import { api, type KeyWithSecret } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/notice.tsx';
import { useAction, useLoaded } from '../use-loaded.ts';
import { ScopePicker } from './scope-picker.tsx';

const EXPIRIES: readonly (readonly [string, number | null])[] = [
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
  ['1 year', 365],
  ['Never', null],
];
const DAYS_DEFAULT = 90;
const AUDIT_SCOPE = 'audit.read';

interface KeyFormProps {
  readonly onMade: (newKey: KeyWithSecret) => void;
  readonly onCancel: () => void;
}

function useKeyOptions() {
  return useLoaded(
    useCallback(async () => {
      const [manifest, actions, worlds] = await Promise.all([
        api.manifest(),
        api.actions(),
        api.worlds(),
      ]);
      return { manifest, actions, worlds };
    }, []),
  );
}

function withToggled(list: readonly string[], value: string, on: boolean): readonly string[] {
  return on ? [...list, value] : list.filter((other) => other !== value);
}

interface WorldPickerProps {
  readonly own: readonly { readonly word: string }[];
  readonly worlds: readonly string[] | null;
  readonly onChange: (worlds: readonly string[] | null) => void;
}

function WorldPicker({ own, worlds, onChange }: WorldPickerProps) {
  return (
    <fieldset>
      <legend>Worlds</legend>
      <label>
        <input
          type="radio"
          name="worlds"
          checked={worlds === null}
          onChange={() => onChange(null)}
        />{' '}
        All Worlds of the account, new ones too
      </label>
      <label>
        <input
          type="radio"
          name="worlds"
          checked={worlds !== null}
          disabled={own.length === 0}
          onChange={() => onChange([])}
        />{' '}
        Only these{own.length === 0 && ' (there is no World yet)'}
      </label>
      {worlds !== null && (
        <div className="indent">
          {own.map(({ word }) => (
            <label key={word}>
              <input
                type="checkbox"
                checked={worlds.includes(word)}
                onChange={(event) => onChange(withToggled(worlds, word, event.target.checked))}
              />{' '}
              {word}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface ExpiryPickerProps {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}

function ExpiryPicker({ days, onChange }: ExpiryPickerProps) {
  return (
    <div className="field">
      <label htmlFor="expiry">Expires after</label>
      <select
        id="expiry"
        value={String(days)}
        onChange={(event) =>
          onChange(event.target.value === 'null' ? null : Number(event.target.value))
        }
      >
        {EXPIRIES.map(([label, value]) => (
          <option key={label} value={String(value)}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AuditConsentProps {
  readonly given: boolean;
  readonly onChange: (given: boolean) => void;
}

function AuditConsent({ given, onChange }: AuditConsentProps) {
  return (
    <fieldset>
      <legend>Journal</legend>
      <label>
        <input
          type="checkbox"
          checked={given}
          onChange={(event) => onChange(event.target.checked)}
        />{' '}
        The key may read the whole journal of the account: what you and every key did. Without this
        it reads what its own calls did.
      </label>
    </fieldset>
  );
}

/** The form of a new key: name, scopes, Worlds, expiry. */
export function KeyForm({ onMade, onCancel }: KeyFormProps) {
  const [options] = useKeyOptions();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[] | null>(null);
  const [worlds, setWorlds] = useState<readonly string[] | null>(null);
  const [days, setDays] = useState<number | null>(DAYS_DEFAULT);
  const [auditAll, setAuditAll] = useState(false);
  const make = useAction();

  if (options.state === 'loading') return <p aria-busy="true">Reading…</p>;
  if (options.state === 'failed') return <Problem refusal={options.refusal} />;
  const { manifest, actions, worlds: own } = options.value;
  const chosen = scopes ?? manifest.draft_scopes;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.run(async () =>
      onMade(
        await api.makeKey({
          name,
          scopes: chosen,
          worlds,
          expires_in_days: days,
          audit_all: auditAll && chosen.includes(AUDIT_SCOPE),
        }),
      ),
    );
  };
  return (
    <form className="card" onSubmit={submit} aria-label="Make a key">
      <h2>Make a key</h2>
      <Field
        label="Name"
        required
        maxLength={80}
        autoFocus
        autoComplete="off"
        placeholder="Claude on my laptop"
        value={name}
        onChange={setName}
      />
      <ScopePicker manifest={manifest} actions={actions} chosen={chosen} onChange={setScopes} />
      {chosen.includes(AUDIT_SCOPE) && <AuditConsent given={auditAll} onChange={setAuditAll} />}
      <WorldPicker own={own} worlds={worlds} onChange={setWorlds} />
      <ExpiryPicker days={days} onChange={setDays} />
      <Problem refusal={make.refusal} />
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="submit"
          className="primary"
          disabled={make.busy || chosen.length === 0 || worlds?.length === 0}
        >
          Make key
        </button>
      </div>
    </form>
  );
}
