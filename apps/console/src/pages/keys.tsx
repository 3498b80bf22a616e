import { useState } from 'react';
import { api, type KeyWithSecret } from '../api.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Problem } from '../parts/notice.tsx';
import { useAction, useLoaded } from '../use-loaded.ts';
import { KeyForm } from './key-form.tsx';
import { ActiveKeys, EndedKeys, type PendingChange } from './key-list.tsx';
import { NewKeyView } from './new-key.tsx';

function confirmationOf(pending: PendingChange): {
  readonly title: string;
  readonly text: string;
  readonly action: string;
} {
  if (pending.what === 'revoke all') {
    return {
      title: 'Revoke every key?',
      text: 'All agents stop at once, and every key has to be made anew. Websites stay as they are.',
      action: 'Revoke all keys',
    };
  }
  if (pending.what === 'revoke') {
    return {
      title: `Revoke “${pending.key.name}”?`,
      text: 'The next call with this key is refused. This cannot be undone.',
      action: 'Revoke key',
    };
  }
  return {
    title: `Rotate “${pending.key.name}”?`,
    text: 'A new secret with the same rights is shown once. The old one works for 24 hours more, so that the agent can change over.',
    action: 'Rotate key',
  };
}

/** State of the page of keys: the list, the open form, the new key and the pending change. */
function useKeys() {
  const [keys, reload] = useLoaded(api.keys);
  const [isFormOpen, setFormOpen] = useState(false);
  const [newKey, setNewKey] = useState<KeyWithSecret | null>(null);
  const [pending, setPending] = useState<PendingChange | null>(null);
  const change = useAction();

  const showNewKey = (key: KeyWithSecret): void => {
    setFormOpen(false);
    setNewKey(key);
    reload();
  };
  const confirm = (): void => {
    if (pending === null) return;
    change.run(async () => {
      try {
        if (pending.what === 'revoke all') await api.revokeAll();
        else if (pending.what === 'revoke') await api.revokeKey(pending.key.key_id);
        else showNewKey(await api.rotateKey(pending.key.key_id));
        reload();
      } finally {
        setPending(null);
      }
    });
  };
  return {
    keys,
    isFormOpen,
    setFormOpen,
    newKey,
    setNewKey,
    pending,
    setPending,
    change,
    showNewKey,
    confirm,
  };
}

interface KeysHeaderProps {
  readonly isFormOpen: boolean;
  readonly onOpenForm: () => void;
}

function KeysHeader({ isFormOpen, onOpenForm }: KeysHeaderProps) {
  return (
    <>
      <div className="row between">
        <h1>Keys</h1>
        {!isFormOpen && (
          <button type="button" className="primary" onClick={onOpenForm}>
            Make a key
          </button>
        )}
      </div>
      <p>
        An agent acts in your account with a key: only within its scopes, and only until you revoke
        it.
      </p>
    </>
  );
}

/** The page of the owner's keys: create, rotate, revoke, revoke all. */
export function KeysPage() {
  const {
    keys,
    isFormOpen,
    setFormOpen,
    newKey,
    setNewKey,
    pending,
    setPending,
    change,
    showNewKey,
    confirm,
  } = useKeys();
  const list = keys.state === 'ready' ? keys.value : [];
  const active = list.filter((key) => key.status === 'active');
  const ended = list.filter((key) => key.status !== 'active');
  return (
    <>
      <KeysHeader
        isFormOpen={isFormOpen}
        onOpenForm={() => {
          setNewKey(null);
          setFormOpen(true);
        }}
      />
      {isFormOpen && <KeyForm onMade={showNewKey} onCancel={() => setFormOpen(false)} />}
      {newKey !== null && <NewKeyView newKey={newKey} onDone={() => setNewKey(null)} />}
      <Problem refusal={change.refusal ?? (keys.state === 'failed' ? keys.refusal : null)} />
      {keys.state === 'ready' && active.length === 0 && !isFormOpen && newKey === null && (
        <p className="empty">No active key. Make one, and copy the configuration for your agent.</p>
      )}
      <ActiveKeys keys={active} onAsk={setPending} />
      {active.length > 0 && (
        <button type="button" className="danger" onClick={() => setPending({ what: 'revoke all' })}>
          Revoke all keys
        </button>
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
      {pending !== null && (
        <Confirm
          title={confirmationOf(pending).title}
          action={confirmationOf(pending).action}
          busy={change.busy}
          onConfirm={confirm}
          onClose={() => setPending(null)}
        >
          <p>{confirmationOf(pending).text}</p>
        </Confirm>
      )}
    </>
  );
}
