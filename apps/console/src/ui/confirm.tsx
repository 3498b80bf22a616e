import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Properties of the component `Confirm`; `action` is the text of the confirming button. */
interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * A dialog that requires a confirmation before a change that cannot be undone. Escape and Cancel close it without the change.
 */
export function Confirm({ title, children, action, busy, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={busy ? null : onClose}>
      <div>{children}</div>
      <div className="row end">
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
