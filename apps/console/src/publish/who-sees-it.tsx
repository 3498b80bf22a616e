import type { WebsiteVisibility } from '@bridge/contracts';
import { useId, type ReactNode } from 'react';
import { CheckboxOrRadio } from '../ui/choice.tsx';
import { VISIBILITIES } from './visibilities.ts';

/** Properties of the component `VisibilityPicker`, which selects the visibility of a website. */
interface VisibilityPickerProps {
  readonly value: WebsiteVisibility;
  readonly disabled: boolean;
  readonly onChange: (value: WebsiteVisibility) => void;
  /** Content below the list of visibilities. */
  readonly children?: ReactNode;
}

/** The radio buttons that select the visibility of a website, each with a description. */
export function VisibilityPicker({ value, disabled, onChange, children }: VisibilityPickerProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend>Who sees it</legend>
      {VISIBILITIES.map(([visibility, words]) => (
        <CheckboxOrRadio
          key={visibility}
          name={name}
          checked={value === visibility}
          onChange={() => onChange(visibility)}
        >
          {words}
        </CheckboxOrRadio>
      ))}
      {children}
    </fieldset>
  );
}
