import type { ReactNode } from 'react';
import { useChange, type MutationSender } from '../api/mutations.ts';
import { CheckboxOrRadio } from './choice.tsx';
import { Problem } from './problem.tsx';

/** Properties of the component `PublicOverviewCheckbox`, a checkbox with the label `children`. */
interface PublicOverviewCheckboxProps {
  readonly listed: boolean;
  /** Sends the new value of the checkbox: true when the public overview may list the website or World (public identity). */
  readonly send: MutationSender<boolean, unknown>;
  /** Reads the value of the checkbox from the service again after a change. */
  readonly refresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/**
 * The checkbox that allows the public overview (the list of the newest websites and Worlds of all accounts) to list a website
 * or a World (public identity).
 */
export function PublicOverviewCheckbox({
  listed,
  send,
  refresh,
  children,
}: PublicOverviewCheckboxProps) {
  const change = useChange(send);
  const { repeatable } = change;
  const set = async (next: boolean): Promise<void> => {
    await change.run(next);
    await refresh();
  };
  return (
    <fieldset>
      <legend>Overviews</legend>
      <CheckboxOrRadio checked={listed} disabled={change.busy} onChange={(next) => void set(next)}>
        {children}
      </CheckboxOrRadio>
      <Problem
        refusal={change.refusal}
        onAgain={repeatable === null ? null : () => set(repeatable)}
      />
    </fieldset>
  );
}
