import type { KeyRecord } from '@bridge/contracts';
import { useState } from 'react';
import type { CreatedKey } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { go, useSearch } from '../ui/router.ts';
import { NewKeyView } from './new-key.tsx';
import { RevokeKeys } from './revoke-keys.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

/**
 * The buttons that rotate (replace with a successor) or revoke a key, with their dialogs and the successor's secret. `?rotate`
 * in the address opens the dialog of the rotation.
 */
export function KeyEnd({ record }: { readonly record: KeyRecord }) {
  const at = `/keys/${record.key_id}`;
  const isActive = record.status === 'active';
  // The dialog stays open after a rotation without an answer, so that the owner can repeat it even if the key has ended.
  const [isRotatable] = useState(isActive);
  const rotation = useSearch().get('rotate');
  const [isRevoking, setRevoking] = useState(false);
  const [successor, setSuccessor] = useState<CreatedKey | null>(null);
  const close = (): void => go(at, { replace: true });
  return (
    <>
      {isActive && (
        <p>
          <Button onClick={() => go(`${at}?rotate`)}>Rotate…</Button>{' '}
          <Button look="danger" onClick={() => setRevoking(true)}>
            Revoke…
          </Button>
        </p>
      )}
      {isRevoking && (
        <RevokeKeys what={{ what: 'revoke', key: record }} onClose={() => setRevoking(false)} />
      )}
      {isRotatable && rotation !== null && successor === null && (
        <RotateDialog
          record={record}
          wanted={rotation === '' ? null : rotation}
          onRotated={(made) => {
            setSuccessor(made);
            close();
          }}
          onClose={close}
        />
      )}
      {successor !== null && (
        <NewKeyView newKey={successor} onDone={() => go(`/keys/${successor.key.key_id}`)} />
      )}
    </>
  );
}
