import { useEffect, useId, useRef, type ReactNode } from 'react';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Null for a dialog that only its own buttons end, or that is busy. */
  readonly onClose: (() => void) | null;
}

/** A modal dialog. Escape closes it, and the focus returns to the element that opened it. */
export function Dialog({ title, children, wide = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const isClosable = onClose !== null;
  useEffect(() => {
    dialog.current?.setAttribute('closedby', isClosable ? 'closerequest' : 'none');
  }, [isClosable]);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'wide' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget }) => {
        // A browser that does not know closedby closes a dialog at the second Escape, whatever the page does.
        if (currentTarget.open || !currentTarget.isConnected) return;
        if (onClose === null) currentTarget.showModal();
        else onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
