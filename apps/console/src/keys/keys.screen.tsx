import type { KeyRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery, type CreatedKey } from '../api/keys.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { usePath } from '../ui/router.ts';
import { NewKeyForm } from './key-form.tsx';
import { ActiveKeys, EndedKeys, type PendingKeyRevocation } from './key-list.tsx';
import { NewKeyView } from './new-key.tsx';
import { RevokeKeys } from './revoke-keys.tsx';

/** Address of the screen of keys that opens the form for a new key. */
const NEW_KEY = '/keys/new';

/**
 * React hook: the state of the screen of keys: the list, whether the form for a new key is open, the key that was just created,
 * and a revocation that the owner must confirm.
 */
function useKeys() {
  const refresh = useRefresh();
  const keys = useQuery(keysQuery);
  const path = usePath();
  const [isFormOpen, setFormOpen] = useState(path === NEW_KEY);
  const [newKey, setNewKey] = useState<CreatedKey | null>(null);
  const [pending, setPending] = useState<PendingKeyRevocation | null>(null);
  const showNewKey = (key: CreatedKey): void => {
    setFormOpen(false);
    setNewKey(key);
    void refresh(['keys']);
  };
  return { keys, isFormOpen, setFormOpen, newKey, setNewKey, pending, setPending, showNewKey };
}

/** Properties of the component `KeysHeader`, which shows the heading and the button for a new key. */
interface KeysHeaderProps {
  readonly isFormOpen: boolean;
  readonly onOpenForm: () => void;
}

function KeysHeader({ isFormOpen, onOpenForm }: KeysHeaderProps) {
  return (
    <>
      <div className="row between">
        <Heading title="Keys" />
        {!isFormOpen && (
          <Button look="primary" onClick={onOpenForm}>
            Make a key
          </Button>
        )}
      </div>
      <p>
        An agent acts in your account with a key: only within its scopes, and only until you revoke
        it.
      </p>
    </>
  );
}

/** Properties of the component `ActiveAndEndedKeyLists`, which lists active and ended keys. */
interface ActiveAndEndedKeyListsProps {
  readonly keys: readonly KeyRecord[];
  /** True while the form for a new key or a key just created is shown; an empty list then does not say what to do next. */
  readonly isQuiet: boolean;
  readonly onAsk: (change: PendingKeyRevocation) => void;
}

function ActiveAndEndedKeyLists({ keys, isQuiet, onAsk }: ActiveAndEndedKeyListsProps) {
  const active = keys.filter((key) => key.status === 'active');
  const ended = keys.filter((key) => key.status !== 'active');
  return (
    <>
      {active.length === 0 && !isQuiet && (
        <p className="empty">No active key. Make one, and copy the configuration for your agent.</p>
      )}
      <ActiveKeys keys={active} onAsk={onAsk} />
      {active.length > 0 && (
        <Button look="danger" onClick={() => onAsk({ what: 'revoke all' })}>
          Revoke all keys
        </Button>
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
    </>
  );
}

/** The screen that lists the owner's keys, on which the owner creates and revokes keys. */
export function KeysScreen() {
  const { keys, isFormOpen, setFormOpen, newKey, setNewKey, pending, setPending, showNewKey } =
    useKeys();
  return (
    <>
      <KeysHeader
        isFormOpen={isFormOpen}
        onOpenForm={() => {
          setNewKey(null);
          setFormOpen(true);
        }}
      />
      {isFormOpen && <NewKeyForm onMade={showNewKey} onCancel={() => setFormOpen(false)} />}
      {newKey !== null && <NewKeyView newKey={newKey} onDone={() => setNewKey(null)} />}
      <QueryResultView query={keys}>
        {(list) => (
          <ActiveAndEndedKeyLists
            keys={list}
            isQuiet={isFormOpen || newKey !== null}
            onAsk={setPending}
          />
        )}
      </QueryResultView>
      {pending !== null && <RevokeKeys what={pending} onClose={() => setPending(null)} />}
    </>
  );
}
