import { CheckboxOrRadio } from '../ui/choice.tsx';
import { Select } from '../ui/select.tsx';

/**
 * The lifetimes of a new key from which the owner selects: the number of days (or `null` for a key that never expires) as a
 * text, and its name in the list.
 */
const EXPIRIES: readonly (readonly [string, string])[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['null', 'Never'],
];

function withToggled(list: readonly string[], value: string, on: boolean): readonly string[] {
  return on ? [...list, value] : list.filter((other) => other !== value);
}

/** Properties of the component `WorldPicker`, which selects Worlds (public identities); `worlds: null` means all Worlds. */
interface WorldPickerProps {
  readonly own: readonly { readonly word: string }[];
  readonly worlds: readonly string[] | null;
  readonly onChange: (worlds: readonly string[] | null) => void;
}

/** The fields that select the Worlds (public identities) in which a new key may act. */
export function WorldPicker({ own, worlds, onChange }: WorldPickerProps) {
  return (
    <fieldset>
      <legend>Worlds</legend>
      <CheckboxOrRadio name="worlds" checked={worlds === null} onChange={() => onChange(null)}>
        All Worlds of the account, new ones too
      </CheckboxOrRadio>
      <CheckboxOrRadio
        name="worlds"
        checked={worlds !== null}
        disabled={own.length === 0}
        onChange={() => onChange([])}
      >
        Only these{own.length === 0 && ' (there is no World yet)'}
      </CheckboxOrRadio>
      {worlds !== null && (
        <div className="indent">
          {own.map(({ word }) => (
            <CheckboxOrRadio
              key={word}
              checked={worlds.includes(word)}
              onChange={(checked) => onChange(withToggled(worlds, word, checked))}
            >
              {word}
            </CheckboxOrRadio>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Properties of the component `ExpiryPicker`; `days: null` means that the new key never expires. */
interface ExpiryPickerProps {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}

/** The list that selects the number of days after which a new key expires. */
export function ExpiryPicker({ days, onChange }: ExpiryPickerProps) {
  return (
    <Select
      label="Expires after"
      options={EXPIRIES}
      value={String(days)}
      onChange={(value) => onChange(value === 'null' ? null : Number(value))}
    />
  );
}

/**
 * Properties of the component `WholeJournalAccessCheckbox`, a checkbox that decides whether a key may read the account's whole journal (the
 * log of all changes).
 */
interface WholeJournalAccessCheckboxProps {
  readonly given: boolean;
  readonly onChange: (given: boolean) => void;
}

/**
 * The checkbox that decides whether a key may read the account's whole journal (the log of all changes). Otherwise the key
 * reads only the entries of its own calls.
 */
export function WholeJournalAccessCheckbox({ given, onChange }: WholeJournalAccessCheckboxProps) {
  return (
    <fieldset>
      <legend>Journal</legend>
      <CheckboxOrRadio checked={given} onChange={onChange}>
        The key may read the whole journal of the account: what you and every key did. Without this
        it reads what its own calls did.
      </CheckboxOrRadio>
    </fieldset>
  );
}
