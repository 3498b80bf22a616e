import type { KeyRecord } from '@bridge/contracts';
import { useState } from 'react';
import type { CreatedKey } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { go, useSearch } from '../ui/router.ts';
import { NewKeyView } from './new-key.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

/** The button that replaces a key with a successor, its dialog (which an address can open), and the new secret. */
export function RotateKey({ record }: { readonly record: KeyRecord }) {
  const at = `/keys/${record.key_id}`;
  const isActive = record.status === 'active';
  // A rotation whose answer was lost may have ended the key. The dialog stays open, so that the owner can repeat it.
  const [isRotatable] = useState(isActive);
  const rotation = useSearch().get('rotate');
  const [successor, setSuccessor] = useState<CreatedKey | null>(null);
  const close = (): void => go(at, { replace: true });
  return (
    <>
      {isActive && (
        <p>
          <Button onClick={() => go(`${at}?rotate`)}>Rotate…</Button>
        </p>
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
