import type { KeyRecord } from '@bridge/contracts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { go } from '../ui/router.ts';
import { describeCall, describeScope } from '../ui/scope-words.ts';
import { Time } from '../ui/time.tsx';
import { isolate } from '../ui/title-of.ts';
import { ExpiryReminder } from './expiry-reminder.tsx';

/** A revocation of one key or of all keys that the owner must still confirm. */
export type PendingKeyRevocation =
  { readonly what: 'revoke'; readonly key: KeyRecord } | { readonly what: 'revoke all' };

function KeyFacts({ record }: { readonly record: KeyRecord }) {
  return (
    <>
      <p>
        <code>
          {record.start}…{record.last4}
        </code>{' '}
        <span className={`badge ${record.status}`}>{record.status}</span>
      </p>
      <p>
        {record.last_used_at === null ? (
          'Never used'
        ) : (
          <>
            Last used <Time iso={record.last_used_at} />
            {record.last_used_action !== null && ` to ${describeCall(record.last_used_action)}`}
          </>
        )}
        {' · made '}
        <Time iso={record.created_at} />
        {record.status === 'active' && (
          <>
            {' · '}
            {record.expires_at === null ? (
              'never expires'
            ) : (
              <>
                expires <Time iso={record.expires_at} />
              </>
            )}
          </>
        )}
      </p>
      <p className="scopes">May {record.scopes.map(describeScope).join(' · ')}</p>
      <p>
        {record.worlds === null
          ? 'All Worlds of the account'
          : `Only in ${record.worlds.join(', ')}`}
      </p>
    </>
  );
}

/** Properties of the component `ActiveKeys`, the list of active keys. */
interface ActiveKeysProps {
  readonly keys: readonly KeyRecord[];
  readonly onAsk: (change: PendingKeyRevocation) => void;
}

/** Lists the active keys, with buttons that rotate (replace) or revoke a key. */
export function ActiveKeys({ keys, onAsk }: ActiveKeysProps) {
  return (
    <ul className="cards">
      {keys.map((key) => (
        <li key={key.key_id}>
          <h2>
            <Link to={`/keys/${key.key_id}`}>
              <bdi>{key.name}</bdi>
            </Link>
          </h2>
          <ExpiryReminder
            record={key}
            isReplaced={keys.some(({ rotated_from: from }) => from === key.key_id)}
          />
          <KeyFacts record={key} />
          <div className="row">
            <Button onClick={() => go(`/keys/${key.key_id}?rotate`)}>
              Rotate…<span className="sr"> {isolate(key.name)}</span>
            </Button>
            <Button look="danger" onClick={() => onAsk({ what: 'revoke', key })}>
              Revoke<span className="sr"> {isolate(key.name)}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Lists the revoked and expired keys. */
export function EndedKeys({ keys }: { readonly keys: readonly KeyRecord[] }) {
  return (
    <details>
      <summary>Ended keys ({keys.length})</summary>
      <ul className="cards">
        {keys.map((key) => (
          <li key={key.key_id}>
            <h2>
              <Link to={`/keys/${key.key_id}`}>
                <bdi>{key.name}</bdi>
              </Link>
            </h2>
            <KeyFacts record={key} />
          </li>
        ))}
      </ul>
    </details>
  );
}
