import type { ReactNode } from 'react';
import { useChange, type ChangeSender } from '../api/mutations.ts';
import { Choice } from './choice.tsx';
import { Problem } from './problem.tsx';

/** Properties of the component `OverviewsChoice`. `children` is the label of its checkbox. */
interface OverviewsChoiceProps {
  readonly listed: boolean;
  /** Sends the new value: true when public overviews may list the website or World. */
  readonly send: ChangeSender<boolean, unknown>;
  /** Reads the value again after a change. */
  readonly refresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** The checkbox that allows public overviews to list a website or a World. */
export function OverviewsChoice({ listed, send, refresh, children }: OverviewsChoiceProps) {
  const change = useChange(send);
  const set = async (next: boolean): Promise<void> => {
    await change.run(next);
    await refresh();
  };
  return (
    <fieldset>
      <legend>Overviews</legend>
      <Choice checked={listed} disabled={change.busy} onChange={(next) => void set(next)}>
        {children}
      </Choice>
      <Problem refusal={change.refusal} onAgain={change.canRepeat ? () => set(!listed) : null} />
    </fieldset>
  );
}
