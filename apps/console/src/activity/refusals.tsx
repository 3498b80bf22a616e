import type { RefusedCallsAnswer } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { refusalsQuery } from '../api/home.ts';
import { CallCountChart, type CallCountBarData } from '../ui/bars.tsx';
import { countOf } from '../ui/count-of.ts';
import { groupRefusals, minutesOf, type RefusedCallGroup } from '../ui/group-refusals.ts';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { remedyOf } from '../ui/remedies.ts';
import { Time } from '../ui/time.tsx';

/**
 * Shows what helps against a group of refused calls: a sentence, or a link to the page about the error code. If the key lacks a
 * scope (permission for one action), a further link opens the dialog that replaces the key with one that has this scope.
 */
function Remedy({ group: { code, action, key_id: keyId } }: { readonly group: RefusedCallGroup }) {
  const words = remedyOf(code);
  return (
    <>
      {words ?? <a href={`/docs/errors#${code}`}>What this code means</a>}{' '}
      {code === 'insufficient_scope' && (
        <Link to={`/keys/${keyId}?rotate=${action}`}>Rotate with {action}</Link>
      )}
    </>
  );
}

const COLUMNS = ['Key', 'Action', 'Code', 'Times', 'Last', 'What helps'] as const;

function RefusalTable({ groups }: { readonly groups: readonly RefusedCallGroup[] }) {
  return (
    <table className="refusals">
      <thead>
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={`${group.key_id} ${group.action} ${group.code}`}>
            <td>
              <Link to={`/keys/${group.key_id}`}>
                <bdi>{group.key_name ?? group.key_id}</bdi>
              </Link>
            </td>
            <td>
              <code>{group.action}</code>
            </td>
            <td>
              <a href={`/docs/errors#${group.code}`}>
                <code>{group.code}</code>
              </a>
            </td>
            <td className="numbers">{group.n} ×</td>
            <td>
              <Time iso={group.last} />
            </td>
            <td>
              <Remedy group={group} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sentenceOf(minutes: readonly CallCountBarData[]): string {
  const refused = minutes.reduce((sum, one) => sum + one.refused, 0);
  const [first, last] = [minutes[0]?.label ?? '', minutes.at(-1)?.label ?? ''];
  return `${countOf(refused, 'refused call')} between ${first} and ${last}.`;
}

function RefusalBlocks({ refusals }: RefusedCallsAnswer) {
  if (refusals.length === 0) return <p>No call was refused in the last 7 days.</p>;
  const minutes = minutesOf(refusals);
  return (
    <>
      <CallCountChart
        title="Refused calls of each minute"
        unit="Minute"
        sentence={sentenceOf(minutes)}
        values={minutes}
      />
      <RefusalTable groups={groupRefusals(refusals)} />
    </>
  );
}

/**
 * Shows the refused calls of the account or, with a `keyId`, of that key: a bar chart by minute, and a table by key, action and
 * error code with a remedy in each row.
 */
export function Refusals({ keyId }: { readonly keyId: string | null }) {
  const refusals = useQuery(refusalsQuery(keyId));
  return (
    <section aria-labelledby="refused-calls">
      <h2 id="refused-calls">Refused calls</h2>
      <QueryResultView query={refusals}>
        {(answer) => <RefusalBlocks {...answer} />}
      </QueryResultView>
    </section>
  );
}
