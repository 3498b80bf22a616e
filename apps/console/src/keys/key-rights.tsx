import type { KeyRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { actionsQuery, type ManifestActionEntry } from '../api/keys.ts';
import { describeCall, describeScope } from '../ui/scope-words.ts';
import { Time } from '../ui/time.tsx';

/** Returns the first sentence of an action's purpose. The further sentences tell agents how to call the action. */
function firstSentence({ purpose }: ManifestActionEntry): string {
  return /^.*?[.](?= |$)/s.exec(purpose)?.[0] ?? purpose;
}

/**
 * Explains each scope (permission for one action) with the first sentence about its action in the service's list of actions.
 */
function Purposes({
  actions,
  granted,
}: {
  readonly actions: readonly ManifestActionEntry[];
  readonly granted: readonly string[];
}) {
  return (
    <details>
      <summary>What each right means</summary>
      <dl className="facts">
        {actions.map((action) => (
          <div key={action.scope} className="purpose">
            <dt>
              <code>{action.scope}</code>
            </dt>
            <dd>
              {granted.includes(action.scope) ? 'May: ' : 'May not: '}
              {firstSentence(action)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const scopesInWords = (scopes: readonly string[]): string => scopes.map(describeScope).join(' · ');

/**
 * Shows the rights of a key: the scopes (permissions) that it has and those that it lacks, its Worlds, its call rates and its
 * expiry.
 */
export function KeyRights({ record }: { readonly record: KeyRecord }) {
  const { data: actions = [] } = useQuery(actionsQuery);
  const missing = actions
    .map(({ scope }) => scope)
    .filter((scope) => !record.scopes.includes(scope));
  const limits = Object.values(record.limits);
  return (
    <>
      <dl className="facts">
        <dt>May</dt>
        <dd>{scopesInWords(record.scopes)}</dd>
        {missing.length > 0 && (
          <>
            <dt>May not</dt>
            <dd>{scopesInWords(missing)}</dd>
          </>
        )}
        <dt>Worlds</dt>
        <dd>{record.worlds === null ? 'all of the account' : record.worlds.join(', ')}</dd>
        {limits.length > 0 && (
          <>
            <dt>Limits</dt>
            <dd>{limits.join(' · ')}</dd>
          </>
        )}
        <dt>Made</dt>
        <dd>
          <Time iso={record.created_at} />
        </dd>
        <dt>Expires</dt>
        <dd>{record.expires_at === null ? 'never' : <Time iso={record.expires_at} />}</dd>
        <dt>Last used</dt>
        <dd>
          {record.last_used_at === null ? 'never' : <Time iso={record.last_used_at} />}
          {record.last_used_action !== null && (
            <>
              {' '}
              to {describeCall(record.last_used_action)} <code>{record.last_used_action}</code>
            </>
          )}
        </dd>
      </dl>
      <Purposes actions={actions} granted={record.scopes} />
    </>
  );
}
