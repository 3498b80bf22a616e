import type { ReactNode } from 'react';
import { useChange, type SendChange } from '../api/mutations.ts';
import { Choice } from './choice.tsx';
import { Problem } from './problem.tsx';

/** Properties of the component `OverviewsChoice`; the children say what may be listed. */
interface OverviewsChoiceProps {
  readonly listed: boolean;
  /** Sends whether it may be listed. */
  readonly send: SendChange<boolean, unknown>;
  /** Reads the value again after a change. */
  readonly refresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Selects whether public overviews may list a website or a World. */
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
