import type { KeyRecord } from '@bridge/contracts';
import { useState } from 'react';
import { api, type MadeKey } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Problem } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useAction, useLoaded } from '../use-loaded.ts';
import { KeyForm } from './key-form.tsx';
import { MadeKeyView } from './made-key.tsx';

type Asking =
  { readonly what: 'revoke' | 'rotate'; readonly key: KeyRecord } | { readonly what: 'revoke all' };

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
            Last used <Time iso={record.last_used_at} /> for {record.last_used_action}
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
      <p className="scopes">{record.scopes.join(' · ')}</p>
      <p>
        {record.worlds === null
          ? 'All Worlds of the account'
          : `Only in ${record.worlds.join(', ')}`}
      </p>
    </>
  );
}

function question(asking: Asking): {
  readonly title: string;
  readonly text: string;
  readonly action: string;
} {
  if (asking.what === 'revoke all') {
    return {
      title: 'Revoke every key?',
      text: 'All agents stop at once, and every key has to be made anew. Websites stay as they are.',
      action: 'Revoke all keys',
    };
  }
  if (asking.what === 'revoke') {
    return {
      title: `Revoke “${asking.key.name}”?`,
      text: 'The next call with this key is refused. This cannot be undone.',
      action: 'Revoke key',
    };
  }
  return {
    title: `Rotate “${asking.key.name}”?`,
    text: 'A new secret with the same rights is shown once. The old one works for 24 hours more, so that the agent can change over.',
    action: 'Rotate key',
  };
}

interface ActiveKeysProps {
  readonly keys: readonly KeyRecord[];
  readonly onAsk: (asking: Asking) => void;
}

function ActiveKeys({ keys, onAsk }: ActiveKeysProps) {
  return (
    <ul className="cards">
      {keys.map((key) => (
        <li key={key.key_id}>
          <h2>{key.name}</h2>
          <KeyFacts record={key} />
          <div className="row">
            <button type="button" onClick={() => onAsk({ what: 'rotate', key })}>
              Rotate<span className="sr"> {key.name}</span>
            </button>
            <button type="button" className="danger" onClick={() => onAsk({ what: 'revoke', key })}>
              Revoke<span className="sr"> {key.name}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function EndedKeys({ keys }: { readonly keys: readonly KeyRecord[] }) {
  return (
    <details>
      <summary>Ended keys ({keys.length})</summary>
      <ul className="cards">
        {keys.map((key) => (
          <li key={key.key_id}>
            <h2>{key.name}</h2>
            <KeyFacts record={key} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The owner's keys, what is being asked or shown, and what changes them. */
function useKeys() {
  const [keys, reload] = useLoaded(api.keys);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const change = useAction();

  const show = (key: MadeKey): void => {
    setMaking(false);
    setMade(key);
    reload();
  };
  const confirm = (): void => {
    if (asking === null) return;
    change.run(async () => {
      try {
        if (asking.what === 'revoke all') await api.revokeAll();
        else if (asking.what === 'revoke') await api.revokeKey(asking.key.key_id);
        else show(await api.rotateKey(asking.key.key_id));
        reload();
      } finally {
        setAsking(null);
      }
    });
  };
  return { keys, making, setMaking, made, setMade, asking, setAsking, change, show, confirm };
}

/** The owner's keys: make one, see how each is used, rotate, revoke one, revoke all. */
export function KeysPage() {
  const { keys, making, setMaking, made, setMade, asking, setAsking, change, show, confirm } =
    useKeys();
  const list = keys.state === 'ready' ? keys.value : [];
  const active = list.filter((key) => key.status === 'active');
  const ended = list.filter((key) => key.status !== 'active');
  return (
    <>
      <div className="row between">
        <h1>Keys</h1>
        {!making && (
          <button
            type="button"
            className="primary"
            onClick={() => {
              setMade(null);
              setMaking(true);
            }}
          >
            Make a key
          </button>
        )}
      </div>
      <p>
        An agent acts in your account with a key: only within its scopes, and only until you revoke
        it.
      </p>
      {making && <KeyForm onMade={show} onCancel={() => setMaking(false)} />}
      {made !== null && <MadeKeyView made={made} onDone={() => setMade(null)} />}
      <Problem refusal={change.refusal ?? (keys.state === 'failed' ? keys.refusal : null)} />
      {keys.state === 'ready' && active.length === 0 && !making && made === null && (
        <p className="empty">No active key. Make one, and copy the configuration for your agent.</p>
      )}
      <ActiveKeys keys={active} onAsk={setAsking} />
      {active.length > 0 && (
        <button type="button" className="danger" onClick={() => setAsking({ what: 'revoke all' })}>
          Revoke all keys
        </button>
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
      {asking !== null && (
        <Confirm
          title={question(asking).title}
          action={question(asking).action}
          busy={change.busy}
          onConfirm={confirm}
          onClose={() => setAsking(null)}
        >
          <p>{question(asking).text}</p>
        </Confirm>
      )}
    </>
  );
}
