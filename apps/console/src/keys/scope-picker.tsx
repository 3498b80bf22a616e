import type { ReactNode } from 'react';
import type { ManifestActionEntry, ServiceManifest } from '../api/keys.ts';
import { CheckboxOrRadio } from '../ui/choice.tsx';

/** Properties of the component `ScopePicker`, which selects the scopes (permissions) of a key. */
interface ScopePickerProps {
  readonly manifest: ServiceManifest;
  readonly actions: readonly ManifestActionEntry[];
  readonly chosen: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
}

/** Descriptions of the scopes (permissions) that no preset contains and the owner must select one by one. */
const SEPARATE_SCOPES: Readonly<Record<string, string>> = {
  'builder.publish': 'The agent can make websites public.',
  'builder.clear': 'The agent can empty a draft; what is published stays.',
};

function hasSameScopes(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((scope) => b.includes(scope));
}

/** Properties of the component `ScopeCheckbox`, a checkbox for one scope (permission). */
interface ScopeCheckboxProps {
  readonly scope: string;
  readonly chosen: readonly string[];
  readonly onSet: (scope: string, on: boolean) => void;
  readonly children: ReactNode;
}

function ScopeCheckbox({ scope, chosen, onSet, children }: ScopeCheckboxProps) {
  return (
    <CheckboxOrRadio checked={chosen.includes(scope)} onChange={(checked) => onSet(scope, checked)}>
      <code>{scope}</code>
      {children}
    </CheckboxOrRadio>
  );
}

/**
 * The fields that select scopes (permissions) with a preset or one by one. Scopes of the optional set, which no preset
 * contains, are listed separately.
 */
export function ScopePicker({ manifest, actions, chosen, onChange }: ScopePickerProps) {
  const apart = manifest.optional_scopes;
  const plain = chosen.filter((scope) => !apart.includes(scope));
  const kept = chosen.filter((scope) => apart.includes(scope));
  const set = (scope: string, on: boolean): void =>
    onChange(on ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  const presets = [
    {
      label: 'Read: look at Worlds and websites, search the archive',
      scopes: manifest.read_scopes,
    },
    {
      label: 'Draft: read, and found Worlds, make, change and move private websites',
      scopes: manifest.draft_scopes,
    },
  ];
  return (
    <>
      <fieldset>
        <legend>What the agent may do</legend>
        {presets.map(({ label, scopes }) => (
          <CheckboxOrRadio
            key={label}
            name="preset"
            checked={hasSameScopes(plain, scopes)}
            onChange={() => onChange([...scopes, ...kept])}
          >
            {label}
          </CheckboxOrRadio>
        ))}
        <details>
          <summary>Single scopes ({chosen.length})</summary>
          <div className="grid">
            {actions
              .filter(({ scope }) => !apart.includes(scope))
              .map(({ scope, available }) => (
                <ScopeCheckbox key={scope} scope={scope} chosen={chosen} onSet={set}>
                  {!available && <span className="hint"> not available yet</span>}
                </ScopeCheckbox>
              ))}
          </div>
        </details>
      </fieldset>
      <fieldset className="apart">
        <legend>Granted apart</legend>
        {apart.map((scope) => (
          <ScopeCheckbox key={scope} scope={scope} chosen={chosen} onSet={set}>
            {' '}
            {SEPARATE_SCOPES[scope]}
          </ScopeCheckbox>
        ))}
      </fieldset>
    </>
  );
}
