import { revokeKeys } from '../api/keys.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Problem } from '../ui/problem.tsx';
import type { PendingKeyRevocation } from './key-list.tsx';

function wordsOf(pending: PendingKeyRevocation): {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly typed: string;
} {
  if (pending.what === 'revoke all') {
    return {
      title: 'Revoke every key?',
      text: 'All agents stop at once, and every key has to be made anew. Websites stay as they are.',
      action: 'Revoke all keys',
      typed: 'all keys',
    };
  }
  return {
    title: `Revoke “${pending.key.name}”?`,
    text: 'The next call with this key is refused. This cannot be undone.',
    action: 'Revoke key',
    typed: pending.key.name,
  };
}

/** The dialog that revokes one key or all keys. The owner confirms by typing the key's name or “all keys”. */
export function RevokeKeys({
  what,
  onClose,
}: {
  readonly what: PendingKeyRevocation;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const keyId = what.what === 'revoke' ? what.key.key_id : null;
  const revoke = useChange(revokeKeys, `revocation of ${keyId ?? 'every key'}`);
  const { text, ...words } = wordsOf(what);
  const send = async (): Promise<void> => {
    if ((await revoke.run(keyId)) === null) return;
    await refresh(['keys'], ['key', keyId]);
    onClose();
  };
  return (
    <Confirm {...words} busy={revoke.busy} onConfirm={send} onClose={onClose}>
      <p>{text}</p>
      <Problem refusal={revoke.refusal} onAgain={revoke.canRepeat ? send : null} />
    </Confirm>
  );
}
