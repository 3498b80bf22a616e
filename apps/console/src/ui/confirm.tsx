import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { isolate } from './title-of.ts';

/** Properties of the component `Confirm`; `action` is the text of the confirming button. */
interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** The name that the person must type to enable the confirming button; null when a click suffices. */
  readonly typed: string | null;
  readonly busy: boolean;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
}

/**
 * Returns true when the typed text equals the name, or when the name is null. Both are compared in Unicode form NFC, without
 * spaces at their ends.
 */
function isTyped(text: string, name: string | null): boolean {
  const plain = (value: string): string => value.normalize('NFC').trim();
  return name === null || plain(text) === plain(name);
}

/**
 * A dialog that requires a confirmation before a change that cannot be undone. Escape and Cancel close it without the change.
 */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, typed, busy, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  return (
    <Dialog title={title} onClose={busy ? null : onClose}>
      <Form onSubmit={onConfirm}>
        {children}
        {typed !== null && (
          <Field
            label={`Type “${isolate(typed)}” to go on`}
            autoFocus
            autoComplete="off"
            value={text}
            onChange={setText}
          />
        )}
        <div className="row end">
          <Button onClick={onClose} autoFocus={typed === null}>
            Cancel
          </Button>
          <Button submit look="danger" busy={busy} disabled={!isTyped(text, typed)}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
