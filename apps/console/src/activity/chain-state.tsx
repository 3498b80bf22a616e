import type { ActivityAnswer, JournalVerificationAnswer } from '@bridge/contracts';
import { useState } from 'react';
import { JOURNAL_FILE, verifyChain } from '../api/home.ts';
import { useAction } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';

/**
 * Shows up to which entry the hash chain of the journal (the log of all changes) was verified, with a button that verifies
 * further entries and a link that downloads the journal.
 */
export function ChainState({ chain }: { readonly chain: ActivityAnswer['chain'] }) {
  const [checked, setChecked] = useState<JournalVerificationAnswer | null>(null);
  const check = useAction();
  const state = checked ?? chain;
  return (
    <section aria-labelledby="chain">
      <h2 id="chain">Chain of the journal</h2>
      <p role="status">
        {state.ok &&
          state.to === 0 &&
          `None of ${state.seq.toLocaleString('en')} rows is checked yet.`}
        {state.ok &&
          state.to > 0 &&
          `Checked to row ${state.to.toLocaleString('en')} of ${state.seq.toLocaleString('en')}, unbroken.`}
        {!state.ok && `Row ${state.first_bad ?? '?'} does not fit.`}{' '}
        {state.at !== null && <Time iso={state.at} />}
      </p>
      <Problem refusal={check.refusal} onAgain={check.again} />
      <div className="row">
        <Button
          busy={check.busy}
          onClick={() => check.run(async () => setChecked(await verifyChain()))}
        >
          Check on
        </Button>
        <a href={JOURNAL_FILE} download="journal.jsonl">
          Download the journal with its hashes
        </a>
      </div>
    </section>
  );
}
