import { useEffect, useId, useRef, type ReactNode } from 'react';

/** Properties of the component `Dialog`, a modal dialog. */
interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Called when the dialog closes; null for a dialog that only its own buttons close, or that is busy. */
  readonly onClose: (() => void) | null;
}

/** Moves the focus from a radio button to the checked one of its group, because browsers focus the first one of a dialog. */
function focusCheckedRadio(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || activeElement.type !== 'radio') return;
  const name = CSS.escape(activeElement.name);
  document.querySelector<HTMLElement>(`input[name="${name}"]:checked`)?.focus();
}

/** A modal dialog. Escape closes it, and the focus returns to the element that opened it. */
export function Dialog({ title, children, wide = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    focusCheckedRadio();
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
        // A browser without support for `closedby` closes the dialog at the second Escape, even when the page prevents it.
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
