const EXPIRIES: readonly (readonly [string, number | null])[] = [
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
  ['1 year', 365],
  ['Never', null],
];

function withToggled(list: readonly string[], value: string, on: boolean): readonly string[] {
  return on ? [...list, value] : list.filter((other) => other !== value);
}

/** Properties of the component `WorldPicker`; `worlds: null` means all Worlds. */
interface WorldPickerProps {
  readonly own: readonly { readonly word: string }[];
  readonly worlds: readonly string[] | null;
  readonly onChange: (worlds: readonly string[] | null) => void;
}

/** Selects the Worlds in which a key may act. */
export function WorldPicker({ own, worlds, onChange }: WorldPickerProps) {
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

/** Properties of the component `ExpiryPicker`; `days: null` means that the key never expires. */
interface ExpiryPickerProps {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}

/** Selects the number of days after which a key expires. */
export function ExpiryPicker({ days, onChange }: ExpiryPickerProps) {
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

/**
 * Properties of the component `AuditConsent`, which selects whether a key may read the journal of the whole account.
 */
interface AuditConsentProps {
  readonly given: boolean;
  readonly onChange: (given: boolean) => void;
}

/** Selects whether a key may read the journal of the whole account. */
export function AuditConsent({ given, onChange }: AuditConsentProps) {
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
