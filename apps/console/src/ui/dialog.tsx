import { useEffect, useId, useRef, type ReactNode } from 'react';

/** Properties of the component `Dialog`, a modal dialog. */
interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /**
   * Called when the owner closes the dialog, for example with Escape. If it is null, only the dialog's own buttons can close
   * it, for example while it is busy.
   */
  readonly onClose: (() => void) | null;
}

/**
 * Browsers focus the first input of a dialog. If that is a radio button, this function moves the focus to the selected radio
 * button of the same group.
 */
function focusCheckedRadio(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || activeElement.type !== 'radio') return;
  const name = CSS.escape(activeElement.name);
  document.querySelector<HTMLElement>(`input[name="${name}"]:checked`)?.focus();
}

/** A modal dialog. Escape requests that it closes. When it has closed, the focus returns to the element that had it before. */
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
        // Browsers without `closedby` close a dialog at the second Escape. A dialog that must stay is then opened again.
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
