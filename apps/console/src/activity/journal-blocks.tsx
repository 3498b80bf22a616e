import type { ActivityAnswer, VerifyAnswer } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { JOURNAL_FILE, refusalsQuery, verifyChain } from '../api/home.ts';
import { useAction } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';

/** How far the journal was checked, with its file. */
export function ChainState({ chain }: { readonly chain: ActivityAnswer['chain'] }) {
  const [checked, setChecked] = useState<VerifyAnswer | null>(null);
  const check = useAction();
  const state = checked ?? chain;
  return (
    <section aria-labelledby="chain">
      <h2 id="chain">Chain of the journal</h2>
      <p role="status">
        {state.ok
          ? `Checked to row ${state.to.toLocaleString('en')} of ${state.seq.toLocaleString('en')}, unbroken.`
          : `Row ${state.first_bad ?? '?'} does not fit.`}{' '}
        {state.at !== null && <Time iso={state.at} />}
      </p>
      <Problem refusal={check.refusal} />
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

/** The refused calls of the account as a table. */
export function Refusals() {
  const refusals = useQuery(refusalsQuery);
  return (
    <Loaded query={refusals}>
      {({ refusals: rows }) =>
        rows.length === 0 ? (
          <p>No call was refused in the last days.</p>
        ) : (
          <table className="refusals">
            <thead>
              <tr>
                {['When', 'Key', 'Action', 'Code', 'Times'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.minute} ${row.key_id} ${row.action} ${row.code}`}>
                  <td>
                    <Time iso={row.minute} />
                  </td>
                  <td>
                    <bdi>{row.key_name ?? row.key_id}</bdi>
                  </td>
                  <td>
                    <code>{row.action}</code>
                  </td>
                  <td>
                    <a href={`/docs/errors#${row.code}`}>
                      <code>{row.code}</code>
                    </a>
                  </td>
                  <td className="numbers">{row.n}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
